import type { Visit } from '../visits/visit.ts';
import { takesPlace } from '../visits/stage.ts';
import type { WeeklyTime } from './occurrences.ts';
import { dayOf, weekdayOf } from './wall-time.ts';

/** How many of the last visits say what is usual. */
const lastVisits = 8;

/** What a case is usually booked for, and at which times of the week; the latest visits say it. */
export function usualOf(
  visits: readonly Pick<Visit, 'Start' | 'VisitTypeName' | 'stage'>[],
  perWeek: number,
): { VisitTypeName?: string; times: WeeklyTime[] } {
  const latest = visits
    .filter(takesPlace)
    .toSorted((a, b) => b.Start.localeCompare(a.Start))
    .slice(0, lastVisits);
  const counts = new Map<string, { count: number; first: number; of: WeeklyTime }>();
  for (const [at, { Start }] of latest.entries()) {
    const of = { weekday: weekdayOf(dayOf(Start)), time: Start.slice(11) };
    const key = `${of.weekday} ${of.time}`;
    const known = counts.get(key) ?? { count: 0, first: at, of };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  const times = [...counts.values()]
    .toSorted((a, b) => b.count - a.count || a.first - b.first)
    .map(({ of }) => of)
    // Two times of one weekday are one habit that changed.
    .filter((of, at, all) => all.findIndex(({ weekday }) => weekday === of.weekday) === at)
    .slice(0, Math.max(0, perWeek))
    .toSorted((a, b) => a.weekday - b.weekday);
  const type = latest[0]?.VisitTypeName;
  return { ...(type !== undefined && { VisitTypeName: type }), times };
}
