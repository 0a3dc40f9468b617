import { Dexie, mergeRanges, RangeSet, rangesOverlap } from 'dexie';

/** What a run of a live query has read, or a transaction has written: ranges by database, table and index. */
type Ranges = Record<string, RangeSet>;
/** `seen` is null while it is being read. */
type Shared = { value: Promise<unknown>; seen: Ranges | null };

const runs = new WeakMap<object, Map<string, unknown>>();
const shared = new Map<string, Shared>();
const mostShared = 200;

// Writes of other threads and tabs are told here too, as to every live query.
Dexie.on.storagemutated.subscribe((written) => {
  for (const [what, { seen }] of shared) if (!seen || isAnyIn(seen, written as Ranges)) shared.delete(what);
});

/**
 * What one run of a live query asks for again and again is read once, and is the same to its end; what was read is
 * followed as if it had been read each time. A run whose place another has taken ends here: Dexie throws its result away,
 * but lets it read on. Outside of live queries each asks for itself.
 *
 * All live queries share what was read, until some of it is written: a screen has a hundred, which ask for the same at
 * the same time. `within` are the databases or tables it is read from, as Dexie names them (`rangesOf`).
 */
export function onceInRun<T>(what: string, within: readonly string[], read: () => PromiseLike<T>): PromiseLike<T> {
  const { subscr: run, signal } = (Dexie.Promise as { PSD?: { subscr?: Ranges; signal?: AbortSignal } }).PSD ?? {};
  if (!run) return read();
  signal?.throwIfAborted();
  const known = runs.get(run) ?? new Map<string, unknown>();
  runs.set(run, known);
  if (!known.has(what)) known.set(what, readShared(run, what, within, read));
  return known.get(what) as Promise<T>;
}

/** How Dexie names a database or a table where it tells what was read and written. */
export function rangesOf(database: string, table?: string): string {
  return table === undefined ? `idb://${database}/` : `idb://${database}/${table}/`;
}

/** When a device is locked. */
export function forgetShared(): void {
  shared.clear();
}

async function readShared<T>(
  run: Ranges,
  what: string,
  within: readonly string[],
  read: () => PromiseLike<T>,
): Promise<T> {
  // Whoever is told of a write runs at once, perhaps before it was told above.
  await Promise.resolve();
  const known = shared.get(what);
  // One that failed may be of a run that has ended.
  const value = known && (await Promise.resolve(known.value.catch(() => undefined)));
  if (known?.seen) {
    addRanges(run, known.seen);
    return value as T;
  }
  const own: Shared = { value: Promise.resolve(), seen: null };
  const reading = (async () => {
    const found = await read();
    own.seen = {};
    const names = Object.keys(run).filter((name) => within.some((start) => name.startsWith(start)));
    for (const name of names) addRanges(own.seen, { [name]: run[name] as RangeSet });
    return found;
  })();
  own.value = reading;
  const [oldest] = shared.keys();
  if (shared.size >= mostShared && oldest !== undefined) shared.delete(oldest);
  shared.set(what, own);
  try {
    return await reading;
  } catch (error) {
    if (shared.get(what) === own) shared.delete(what);
    throw error;
  }
}

function addRanges(to: Ranges, from: Ranges): void {
  for (const [name, ranges] of Object.entries(from)) mergeRanges((to[name] ??= new RangeSet()), ranges);
}

function isAnyIn(seen: Ranges, written: Ranges): boolean {
  if ('all' in written) return true;
  return Object.entries(written).some(([name, ranges]) => seen[name] && rangesOverlap(seen[name], ranges));
}
