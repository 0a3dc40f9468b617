/** What an authorization or a script allows: so many visits, or any number, on these days; a missing end is open. */
export type Grant = { Start: string | null; End: string | null; Allowed: number | null };

export function covers(grant: Pick<Grant, 'Start' | 'End'>, day: string): boolean {
  return (grant.Start === null || grant.Start <= day) && (grant.End === null || day <= grant.End);
}

/**
 * How many of the days find room in the grants at best. Each day, earliest first, takes what ends soonest: what ends
 * later can still serve all that the other could have served.
 */
export function covered(grants: readonly Grant[], days: readonly string[]): number {
  const open = grants
    .map((grant) => ({ ...grant, left: grant.Allowed ?? Infinity }))
    .toSorted((a, b) => (a.End ?? '9999-12-31').localeCompare(b.End ?? '9999-12-31'));
  let count = 0;
  for (const day of days.toSorted()) {
    const grant = open.find((one) => one.left > 0 && covers(one, day));
    if (!grant) continue;
    grant.left -= 1;
    count += 1;
  }
  return count;
}

/** Whether one more visit finds room beside all that are booked, whichever of them comes first. */
export function hasRoom(grants: readonly Grant[], booked: readonly string[], day: string): boolean {
  return covered(grants, [...booked, day]) > covered(grants, booked);
}
