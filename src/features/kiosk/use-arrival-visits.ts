import { arrivedAtAll } from '#contract/kiosk/arrivals.ts';
import type { WaitingArrival } from '#contract/kiosk/arrival.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { visitsOfDay, type VisitLine } from '#local/reads/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';

/** Of other days this device has some visits at most. What is typed and no date is none of them. */
export function isKeptDay(day: string): boolean {
  const { from, to } = keptDays();
  return !/^\d{4}-\d\d-\d\d$/.test(day) || (day >= from && day <= to);
}

/** The visits of a day that an arrival may be for; those of people with its birth date come first. */
export function useArrivalVisits({ FacilityId, DateOfBirth }: WaitingArrival, day: string): VisitLine[] {
  const lines = useLiveValue(() => visitsOfDay(day, { FacilityId, ProviderIds: [] }), [day, FacilityId]) ?? [];
  const fits = ({ patient }: VisitLine) => Number(patient?.DateOfBirth === DateOfBirth);
  return lines
    .filter(({ visit }) => arrivedAtAll.includes(visit.stage))
    .toSorted((one, other) => fits(other) - fits(one));
}
