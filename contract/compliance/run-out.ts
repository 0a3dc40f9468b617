import { dayOf } from '../scheduling/wall-time.ts';
import { covers } from '../scheduling/coverage.ts';
import type { BookedVisit } from './facts.ts';

/** What an authorization or a script still allows to visits to come. */
export type Room = {
  Start: string | null;
  End: string | null;
  /** Visits or units left beside those already treated; null is any number. */
  left: number | null;
  /** What one visit is expected to take of it. */
  perVisit: number;
};

/**
 * The first booked visit that finds no room, or null. Each visit takes what ends soonest, as in scheduling/coverage.ts:
 * what ends later can still serve all that the other could have served.
 */
export function firstWithoutRoom(rooms: readonly Room[], upcoming: readonly BookedVisit[]): BookedVisit | null {
  const open = rooms
    .map((room) => ({ ...room, left: room.left ?? Infinity }))
    .toSorted((a, b) => (a.End ?? '9999-12-31').localeCompare(b.End ?? '9999-12-31'));
  for (const visit of upcoming) {
    const room = open.find((one) => one.left >= Math.max(1, one.perVisit) && covers(one, dayOf(visit.Start)));
    if (!room) return visit;
    room.left -= room.perVisit;
  }
  return null;
}

/** The one a screen shows on a day: what covers it, ending soonest; else what comes next; else what ended last. */
export function currentOf<G extends { Start: string | null; End: string | null }>(
  grants: readonly G[],
  today: string,
  hasLeft: (grant: G) => boolean,
): G | null {
  const byEnd = grants.toSorted((a, b) => (a.End ?? '9999-12-31').localeCompare(b.End ?? '9999-12-31'));
  const covering = byEnd.filter((grant) => covers(grant, today));
  const next = byEnd.filter(({ Start }) => Start !== null && Start > today);
  return covering.find(hasLeft) ?? next[0] ?? covering.at(-1) ?? byEnd.at(-1) ?? null;
}
