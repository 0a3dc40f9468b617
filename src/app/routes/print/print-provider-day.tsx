import { ProviderDay } from '#features/printing/day-pages.tsx';
import { useDayPage } from './use-day-page.ts';

/** /printProviderDaySchedule with ?date=, ?facility= and ?provider=, each of which may be missing. */
export function PrintProviderDayRoute() {
  return <ProviderDay {...useDayPage()} />;
}
