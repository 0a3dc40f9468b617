import { mergeSet } from './merge-set.ts';
import { isSameInAnyOrder, isSameValue } from './same-value.ts';

type Row = Record<string, unknown>;
/** How a field with several values merges: a set of ids, an object by its fields, or rows by the field that is their id. */
export type Parts = Readonly<Record<string, 'set' | 'fields' | { rowsBy: string }>>;
type Three<V> = { was: V; mine: V; now: V };
type Merged = { value: unknown; isClash: boolean };

/**
 * Merges a record three-way, per field (sync.md): what the writer left as they saw it in `base` stays as it is now, and
 * what both changed differently is told in `clashes`, where `merged` has the writer's. The names of a group in `together` are
 * one field, because a part of them alone says nothing. What `base` does not tell is the writer's.
 */
export function mergedFields<T extends object>(
  now: object,
  mine: T,
  base: object,
  together: readonly (readonly string[])[] = [],
  parts: Parts = {},
): { merged: T; clashes: string[] } {
  const names = Object.keys(mine).filter((name) => Object.hasOwn(base, name));
  const groups = together.map((group) => names.filter((name) => group.includes(name)));
  const joined = new Set(groups.flat());
  const merged = { ...mine };
  const clashes: string[] = [];
  for (const group of groups) {
    const { value, isClash } = mergedWhole({ was: of(base, group), mine: of(mine, group), now: of(now, group) });
    Object.assign(merged, value);
    if (isClash) clashes.push(...group);
  }
  for (const name of names.filter((each) => !joined.has(each))) {
    const [was, wanted, there] = [base, mine, now].map((record) => of(record, [name])[name]);
    const { value, isClash } = mergedValue({ was, mine: wanted, now: there }, parts[name]);
    Object.assign(merged, { [name]: value });
    if (isClash) clashes.push(name);
  }
  return { merged, clashes };
}

function of(record: object, names: readonly string[]): Row {
  const values = record as Row;
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function mergedWhole(three: Three<unknown>, isSame: typeof isSameValue = isSameValue): Merged {
  const { was, mine, now } = three;
  if (isSame(was, mine)) return { value: now, isClash: false };
  return { value: mine, isClash: !isSame(was, now) && !isSame(mine, now) };
}

function mergedValue(three: Three<unknown>, part: Parts[string] | undefined): Merged {
  if (part === 'set') return areAll(three, isIds) ? mergedIds(three) : mergedWhole(three, isSameInAnyOrder);
  if (part === 'fields' && areAll(three, isRow)) {
    const { merged, clashes } = mergedFields(three.now, three.mine, three.was);
    return { value: merged, isClash: clashes.length > 0 };
  }
  if (typeof part === 'object' && areAll(three, isRows)) return mergedRows(three, part.rowsBy);
  return mergedWhole(three);
}

/** A set that neither wanted empty, and that both together would empty, is a clash. */
function mergedIds({ was, mine, now }: Three<string[]>): Merged {
  const value = mergeSet(now, mine, was);
  const isClash = value.length === 0 && mine.length > 0 && now.length > 0;
  return { value: isClash ? mine : value, isClash };
}

/** Rows that are not among the writer's stay as they are. */
function mergedRows({ was, mine, now }: Three<Row[]>, key: string): Merged {
  const byKey = (rows: readonly Row[]) => new Map(rows.map((row) => [row[key], row]));
  const [seen, there] = [byKey(was), byKey(now)];
  const clashes: string[] = [];
  const rows = new Map(there);
  for (const [id, row] of byKey(mine)) {
    const found = mergedFields(there.get(id) ?? row, row, seen.get(id) ?? {});
    rows.set(id, found.merged);
    clashes.push(...found.clashes);
  }
  return { value: [...rows.values()], isClash: clashes.length > 0 };
}

function areAll<V>(three: Three<unknown>, is: (value: unknown) => value is V): three is Three<V> {
  return is(three.was) && is(three.mine) && is(three.now);
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every(isRow);
}
