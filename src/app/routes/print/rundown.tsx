import { RundownDay } from '#features/printing/day-pages.tsx';
import { useDayPage } from './use-day-page.ts';

/** /rundown with ?date=, ?facility= and ?provider=, each of which may be missing. */
export function RundownRoute() {
  return <RundownDay {...useDayPage()} />;
}
