import { covers } from '../scheduling/coverage.ts';
import { dayOf } from '../scheduling/wall-time.ts';
import type { BookedVisit } from './facts.ts';

/** What an authorization or a script allows to visits. */
export type Room = {
  Start: string | null;
  End: string | null;
  /** Visits or units; null is any number. */
  left: number | null;
  /** What one visit takes of it; null is the units recorded on it. */
  perVisit: number | null;
};

/**
 * Visits that find no room, earliest first. Each takes what ends soonest, as in scheduling/coverage.ts: what ends later
 * can still serve all that the other could have served.
 */
export function withoutRoom<V extends BookedVisit & { Units?: number }>(
  rooms: readonly Room[],
  visits: readonly V[],
): V[] {
  const open = rooms.map((room) => ({ ...room, left: room.left ?? Infinity })).toSorted(byEnd);
  return visits.filter((visit) => {
    const takes = (room: Room) => room.perVisit ?? visit.Units ?? 0;
    const room = open.find((one) => one.left >= Math.max(1, takes(one)) && covers(one, dayOf(visit.Start)));
    if (!room) return true;
    room.left -= takes(room);
    return false;
  });
}

/** The one a screen shows on a day: what covers it, ending soonest; else what comes next; else what ended last. */
export function currentOf<G extends Pick<Room, 'Start' | 'End'>>(
  grants: readonly G[],
  today: string,
  hasLeft: (grant: G) => boolean,
): G | null {
  const sorted = grants.toSorted(byEnd);
  const covering = sorted.filter((grant) => covers(grant, today));
  const next = sorted.filter(({ Start }) => Start !== null && Start > today);
  return covering.find(hasLeft) ?? next[0] ?? covering.at(-1) ?? sorted.at(-1) ?? null;
}

function byEnd(a: Pick<Room, 'End'>, b: Pick<Room, 'End'>): number {
  return (a.End ?? '9999-12-31').localeCompare(b.End ?? '9999-12-31');
}
