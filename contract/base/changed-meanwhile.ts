import { isSameInAnyOrder, isSameValue } from './same-value.ts';

/**
 * What of a form differs from how it was opened, and how that was. Several people may write one record: each sends what
 * they changed and what it was before, so that nobody undoes another's work.
 */
export function changesOf<T extends object>(opened: T, now: T): { changes: Partial<T>; before: Partial<T> } {
  const names = (Object.keys(now) as (keyof T)[]).filter((name) => !isSameInAnyOrder(opened[name], now[name]));
  const pick = (from: T) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>;
  return { changes: pick(now), before: pick(opened) };
}

/** Fields that are neither what the caller saw nor what they want: somebody else has changed them. */
export function changedMeanwhile(changes: object, before: object | undefined, current: object): string[] {
  const of = (from: object, name: string) => (from as Record<string, unknown>)[name];
  return Object.keys(before ?? {}).filter(
    (name) =>
      name in changes &&
      !isSameInAnyOrder(of(current, name), of(changes, name)) &&
      !isSameInAnyOrder(of(current, name), of(before ?? {}, name)),
  );
}

/** Whether a record reads otherwise than it was seen, in any of these fields; what `seen` does not tell is not asked. */
export function isChangedSince(
  seen: Readonly<Record<string, unknown>>,
  now: object,
  names: readonly string[] = Object.keys(now),
): boolean {
  const there = new Map<string, unknown>(Object.entries(now));
  return names.some((name) => name in seen && !isSameValue(seen[name], there.get(name) ?? null));
}
