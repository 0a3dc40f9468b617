import { addDays } from '../base/dates.ts';

const firstDay = '0001-01-01';

/** What an authorization or a script allows: so many visits, or any number, on these days; a missing end is open. */
export type Grant = { Start: string | null; End: string | null; Allowed: number | null };

export function covers(grant: Pick<Grant, 'Start' | 'End'>, day: string): boolean {
  return (grant.Start === null || grant.Start <= day) && (grant.End === null || day <= grant.End);
}

/**
 * Which visits fall to which grant, so that none counts twice where two overlap. Each visit, earliest first, takes what
 * ends soonest: what ends later can still serve all that the other could have served. One that finds no room goes over
 * the grant that ends last of those that cover it. `takes` says how much of it one uses up.
 */
export function shareOut<G extends Grant, V extends { Start: string }>(
  grants: readonly G[],
  visits: readonly V[],
  takes: (grant: G, visit: V) => number = () => 1,
): Map<G, { within: V[]; over: V[] }> {
  const open = grants
    .map((grant) => ({ grant, left: grant.Allowed ?? Infinity, within: [] as V[], over: [] as V[] }))
    .toSorted((a, b) => (a.grant.End ?? '9999-12-31').localeCompare(b.grant.End ?? '9999-12-31'));
  for (const visit of visits.toSorted((a, b) => a.Start.localeCompare(b.Start))) {
    const covering = open.filter(({ grant }) => covers(grant, visit.Start.slice(0, 10)));
    const free = covering.find(({ left }) => left > 0);
    if (free) {
      free.left -= takes(free.grant, visit);
      free.within.push(visit);
    } else covering.at(-1)?.over.push(visit);
  }
  return new Map(open.map(({ grant, within, over }) => [grant, { within, over }]));
}

/** How many of the days find room in the grants at best. */
export function covered(grants: readonly Grant[], days: readonly string[]): number {
  const shares = shareOut(
    grants,
    days.map((Start) => ({ Start })),
  );
  return [...shares.values()].reduce((sum, { within }) => sum + within.length, 0);
}

/** Whether one more visit finds room beside all that are booked, whichever of them comes first. */
export function hasRoom(grants: readonly Grant[], booked: readonly string[], day: string): boolean {
  return covered(grants, [...booked, day]) > covered(grants, booked);
}

/**
 * How much of what falls to a full grant gives way to visits of days that no grant has room for otherwise, because other
 * grants cover it too: so much can still be booked on it. 0 for all others.
 */
export function movable<G extends Grant, V extends { Start: string }>(
  grants: readonly G[],
  visits: readonly V[],
  takes: (grant: G, visit: V) => number = () => 1,
): Map<G, number> {
  const shares = shareOut(grants, visits, takes);
  const load = (grant: G, within: readonly V[] = []) => within.reduce((sum, visit) => sum + takes(grant, visit), 0);
  const used = (grant: G) => load(grant, shares.get(grant)?.within);
  const full = new Set(grants.filter((grant) => used(grant) >= (grant.Allowed ?? Infinity)));
  const isWanted = (grant: G) =>
    turnsWithin(grant, grants).some((day) => grants.every((other) => full.has(other) || !covers(other, day)));
  const over = countOver(shares);
  return new Map(
    grants.map((grant, at) => {
      if (!full.has(grant) || !isWanted(grant)) return [grant, 0];
      let moved = 0;
      for (let Allowed = (grant.Allowed ?? 0) - 1; Allowed >= 0; Allowed -= 1) {
        const less = { ...grant, Allowed };
        const others = shareOut(grants.with(at, less), visits, takes);
        if (countOver(others) > over) break;
        // The last units may be fewer than a visit takes: less room alone moves nothing.
        moved = used(grant) - load(grant, others.get(less)?.within);
      }
      return [grant, moved];
    }),
  );
}

/** The days of a grant on which others begin to cover too, or no longer do. */
function turnsWithin(grant: Grant, grants: readonly Grant[]): string[] {
  const turns = grants.flatMap(({ Start, End }) => [Start ?? firstDay, End === null ? firstDay : addDays(End, 1)]);
  return [grant.Start ?? firstDay, ...turns].filter((day) => covers(grant, day));
}

function countOver(shares: ReadonlyMap<unknown, { over: readonly unknown[] }>): number {
  return [...shares.values()].reduce((sum, { over }) => sum + over.length, 0);
}
