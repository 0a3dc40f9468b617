import type { ScheduleBlock } from '../providers/schedule-blocks.ts';
import { isToCome } from '../visits/series-scope.ts';
import type { Visit } from '../visits/visit.ts';
import { dayOf } from './wall-time.ts';
import { openSpans } from './working-day.ts';

type Booked = Pick<Visit, 'ProviderId' | 'FacilityId' | 'Start' | 'End' | 'stage'>;
type Hours = { ProviderId: string; day: string; blocks: readonly ScheduleBlock[] };

/** The bookings of a provider's day still to come that do not lie within its hours at their facility, by start. */
export function bookingsOutside<V extends Booked>(visits: readonly V[], hours: Hours, now: string): V[] {
  const { ProviderId, day, blocks } = hours;
  return visits
    .filter((visit) => visit.ProviderId === ProviderId && dayOf(visit.Start) === day && isToCome(visit, now))
    .filter((visit) => {
      const here = blocks.filter(({ FacilityId }) => FacilityId === visit.FacilityId);
      return !openSpans(day, here).some((span) => span.Start <= visit.Start && visit.End <= span.End);
    })
    .toSorted((a, b) => (a.Start < b.Start ? -1 : 1));
}
