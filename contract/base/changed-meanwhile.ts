import { isSameInAnyOrder } from './same-value.ts';

/** Whether a record reads otherwise than it was seen, in any of these fields; what `seen` does not tell is not asked. */
export function isChangedSince(
  seen: Readonly<Record<string, unknown>>,
  now: object,
  names: readonly string[] = Object.keys(now),
): boolean {
  const there = new Map<string, unknown>(Object.entries(now));
  return names.some((name) => name in seen && !isSameInAnyOrder(seen[name], there.get(name) ?? null));
}
