import type { Authorization } from '../cases/authorization.ts';
import type { VisitStage } from '../visits/stage.ts';
import { covers, movable, shareOut, type Grant } from './coverage.ts';

/** A visit that takes place, as authorizations count it. */
export type TakenVisit = {
  /** Wall time. */
  Start: string;
  /** Recorded on it so far; left out where nothing is known. */
  Units?: number;
  isSigned?: boolean;
  /** Left out of one that is only planned. */
  stage?: VisitStage;
};

/** What an authorization allows: visits, units, or any number on its days. */
export type AuthorizedGrant = Grant & Pick<Authorization, 'Kind'>;

export const billed: readonly VisitStage[] = ['billing', 'submitted', 'closed'];

/** What each visit takes on average where units are recorded; 0 where none are. */
export function averageUnits(visits: readonly TakenVisit[]): number {
  const known = visits.flatMap(({ Units = 0 }) => (Units > 0 ? [Units] : []));
  return known.length === 0 ? 0 : known.reduce((total, each) => total + each, 0) / known.length;
}

/** Units of a visit: those recorded, or the average as long as more may come. */
export function unitsTaken({ Units = 0, isSigned, stage }: TakenVisit, average: number): number {
  if (Units > 0) return Units;
  return isSigned || (stage && billed.includes(stage)) ? 0 : average;
}

export type Share<V> = {
  visits: V[];
  /** What another authorization takes once its place is wanted. */
  movable: number;
  /** What can still be booked, in visits or whole units; below 0 more is booked than allowed; null is any number. */
  left: number | null;
};

/**
 * The one rule of what visits leave of the authorizations of a policy, for the chart and for booking alike: each counts on
 * the one that ends first. Units of a visit to come are expected to be the average.
 */
export function shareAuthorized<G extends AuthorizedGrant, V extends TakenVisit>(
  grants: readonly G[],
  visits: readonly V[],
  average = averageUnits(visits),
): Map<G, Share<V>> {
  const limits = grants.map((grant) => ({
    ...grant,
    of: grant,
    Allowed: grant.Kind === 'dates' ? null : grant.Allowed,
  }));
  const takes = ({ Kind }: AuthorizedGrant, visit: V) => (Kind === 'units' ? unitsTaken(visit, average) : 1);
  const moved = movable(limits, visits, takes);
  return new Map(
    [...shareOut(limits, visits, takes)].map(([limit, { within, over }]) => {
      const own = [...within, ...over];
      const taken = Math.ceil(own.reduce((total, visit) => total + takes(limit, visit), 0));
      const more = moved.get(limit) ?? 0;
      return [
        limit.of,
        { visits: own, movable: more, left: limit.Allowed === null ? null : limit.Allowed - taken + more },
      ];
    }),
  );
}

/** Whether one more visit of a day finds room in the authorizations of a policy. */
export function hasAuthorizedRoom(
  grants: readonly AuthorizedGrant[],
  visits: readonly TakenVisit[],
  day: string,
): boolean {
  return [...shareAuthorized(grants, visits)].some(
    ([grant, { left }]) => covers(grant, day) && (left === null || left > 0),
  );
}
