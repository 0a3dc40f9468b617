/**
 * The same, whatever the order of keys (the database keeps its own); a list of words, such as ids, is a set. Several
 * people may write one record: each sends what they changed and what it was before, so that nobody undoes another's work.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (Array.isArray(each)) return each.every((one) => typeof one === 'string') ? each.toSorted() : each;
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What of a form differs from how it was opened, and how that was. */
export function changesOf<T extends object>(opened: T, now: T): { changes: Partial<T>; before: Partial<T> } {
  const names = (Object.keys(now) as (keyof T)[]).filter((name) => !isSameValue(opened[name], now[name]));
  const pick = (from: T) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>;
  return { changes: pick(now), before: pick(opened) };
}

/** Fields that are neither what the caller saw nor what they want: somebody else has changed them. */
export function changedMeanwhile(changes: object, before: object | undefined, current: object): string[] {
  const of = (from: object, name: string) => (from as Record<string, unknown>)[name];
  return Object.keys(before ?? {}).filter(
    (name) =>
      name in changes &&
      !isSameValue(of(current, name), of(changes, name)) &&
      !isSameValue(of(current, name), of(before ?? {}, name)),
  );
}
