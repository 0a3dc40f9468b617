import { z } from 'zod';
import { minutesBetween } from '../base/dates.ts';
import { addMinutes } from '../scheduling/wall-time.ts';
import type { Visit } from './visit.ts';

/** No series is longer. */
export const mostInSeries = 200;

/** Which visits of a series a change is for: this one, it and those after it, or all; never one that has begun. */
export const SeriesScope = z.enum(['this', 'following', 'all']);
export type SeriesScope = z.output<typeof SeriesScope>;

/** Whether a visit is still to come: booked, not let go, and after `now` (wall time of its facility). */
export function isToCome(visit: Pick<Visit, 'stage' | 'Start'>, now: string): boolean {
  return (visit.stage === 'scheduled' || visit.stage === 'confirmed') && visit.Start > now;
}

/** The visits that go with the future of a case: those still to come, and of these only the ones shown, where told. */
export function futureVisits<V extends Pick<Visit, 'VisitId' | 'stage' | 'Start'>>(
  visits: readonly V[],
  now: string,
  shown: readonly string[] | undefined,
): V[] {
  const ids = shown && new Set(shown.map((id) => id.toLowerCase()));
  return visits.filter((visit) => isToCome(visit, now) && (ids?.has(visit.VisitId) ?? true));
}

/** The other visits of a series that a change of one of them is for, by start. */
export function othersInScope<V extends Pick<Visit, 'VisitId' | 'SeriesId' | 'stage' | 'Start'>>(
  changed: V,
  series: readonly V[],
  which: SeriesScope,
  now: string,
): V[] {
  if (which === 'this' || changed.SeriesId === null) return [];
  return series
    .filter((one) => one.SeriesId === changed.SeriesId && one.VisitId !== changed.VisitId && isToCome(one, now))
    .filter((one) => which === 'all' || one.Start >= changed.Start)
    .toSorted((a, b) => (a.Start < b.Start ? -1 : 1));
}

type Times = { Start: string; End: string };

/** How one visit was moved, as a function that moves another one alike: as many days and minutes, in wall time. */
export function shiftLike(before: Times, after: Times): (times: Times) => Times {
  const start = minutesBetween(before.Start, after.Start);
  const end = minutesBetween(before.End, after.End);
  return ({ Start, End }) => ({ Start: addMinutes(Start, start), End: addMinutes(End, end) });
}
