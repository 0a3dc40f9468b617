import { SignInDay } from '#features/printing/day-pages.tsx';
import { useDayPage } from './use-day-page.ts';

/** /printSignInDaySchedule with ?date=, ?facility= and ?provider=, each of which may be missing. */
export function PrintSignInDayRoute() {
  return <SignInDay {...useDayPage()} />;
}
