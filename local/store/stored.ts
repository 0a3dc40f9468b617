import type { Table } from 'dexie';

/** From so many keys on it pays to ask first which of them are there. */
const many = 32;

/** As `bulkGet`. A first sync asks for thousands of records that are not there, and each question costs as much as a record. */
export async function storedOf<T>(table: Table<T, string>, keys: readonly string[]): Promise<(T | undefined)[]> {
  if (keys.length < many) return table.bulkGet([...keys]);
  const there = await keysAmong(table, keys);
  const wanted = keys.filter((key) => there.has(key));
  const found = wanted.length === 0 ? [] : await table.bulkGet(wanted);
  const byKey = new Map(wanted.map((key, at) => [key, found[at]]));
  return keys.map((key) => byKey.get(key));
}

/** Whether there is a record of each key; the records themselves are read only where they are few. */
export async function areStored<T>(table: Table<T, string>, keys: readonly string[]): Promise<boolean> {
  // Inside a transaction: awaiting nothing ends it.
  if (keys.length === 0) return true;
  if (keys.length < many) return !(await table.bulkGet([...keys])).includes(undefined);
  const there = await keysAmong(table, keys);
  return keys.every((key) => there.has(key));
}

async function keysAmong<T>(table: Table<T, string>, keys: readonly string[]): Promise<Set<string>> {
  const inOrder = keys.toSorted();
  const [first = ''] = inOrder;
  const among = await table
    .where(':id')
    .between(first, inOrder.at(-1) ?? first, true, true)
    .primaryKeys();
  return new Set(among);
}
