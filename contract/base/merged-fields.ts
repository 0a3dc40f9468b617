import { isSameValue } from './same-value.ts';

/**
 * Merges a record three-way, per field (sync.md): what the writer left as they saw it in `base` stays as it is now, and
 * what both changed differently is told in `clashes`, where `merged` has the writer's. The names of a group in `together` are
 * one field, because a part of them alone says nothing. What `base` does not tell is the writer's.
 */
export function mergedFields<T extends object>(
  now: T,
  mine: T,
  base: Record<string, unknown>,
  together: readonly (readonly string[])[] = [],
): { merged: T; clashes: string[] } {
  const names = Object.keys(mine).filter((name) => name in base);
  const groups = together.map((group) => names.filter((name) => group.includes(name)));
  const joined = new Set(groups.flat());
  const fields = [...groups, ...names.filter((name) => !joined.has(name)).map((name) => [name])];
  const merged = { ...mine };
  const clashes: string[] = [];
  for (const field of fields) {
    const [was, wanted, there] = [base, mine, now].map((record) => partOf(record, field));
    if (isSameValue(was, wanted)) Object.assign(merged, there);
    else if (!isSameValue(was, there) && !isSameValue(wanted, there)) clashes.push(...field);
  }
  return { merged, clashes };
}

function partOf(record: object, names: readonly string[]): Record<string, unknown> {
  const of = record as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [name, of[name] ?? null]));
}
