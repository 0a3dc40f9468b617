import { Dexie, mergeRanges, RangeSet, rangesOverlap } from 'dexie';

/** What a run of a live query has read, or a transaction has written: ranges by database, table and index. */
type Ranges = Record<string, RangeSet>;
/** `seen` is null while it is being read; `began` says in which order they were begun. */
type Shared = { value: Promise<unknown>; seen: Ranges | null; began: number };
/** Of one run: what it has asked for, and when that was begun after which all else must be read. */
type Run = { known: Map<string, unknown>; after: number; ranges: Ranges; signal: AbortSignal | undefined };

const runs = new WeakMap<object, Run>();
let begun = 0;
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
 * the same time. `within` are the databases or tables it is read from, as Dexie names them (`rangesOf`); of what
 * `isFirst` the run takes nothing else that was read before it.
 */
export function onceInRun<T>(
  what: string,
  within: readonly string[],
  read: () => PromiseLike<T>,
  isFirst = false,
): PromiseLike<T> {
  const { subscr: run, signal } = (Dexie.Promise as { PSD?: { subscr?: Ranges; signal?: AbortSignal } }).PSD ?? {};
  if (!run) return read();
  signal?.throwIfAborted();
  const own = runs.get(run) ?? { known: new Map<string, unknown>(), after: 0, ranges: run, signal };
  runs.set(run, own);
  if (!own.known.has(what)) own.known.set(what, readShared(own, { what, within, read, isFirst }));
  return own.known.get(what) as Promise<T>;
}

/** How Dexie names a database or a table where it tells what was read and written. */
export function rangesOf(database: string, table?: string): string {
  return table === undefined ? `idb://${database}/` : `idb://${database}/${table}/`;
}

/** When a device is locked. */
export function forgetShared(): void {
  shared.clear();
}

type Reading<T> = { what: string; within: readonly string[]; read: () => PromiseLike<T>; isFirst: boolean };

async function readShared<T>(run: Run, { what, within, read, isFirst }: Reading<T>): Promise<T> {
  for (;;) {
    // Whoever is told of a write runs at once, perhaps before it was told above.
    await Promise.resolve();
    run.signal?.throwIfAborted();
    const known = shared.get(what);
    // Rows that were read before the calls may lack what has become of one that is no longer among them.
    if (!known || known.began < run.after) break;
    const found = await Promise.resolve(
      known.value.then(
        (value) => ({ value }),
        () => null,
      ),
    );
    // One that failed may be of a run that has ended: another one may be reading by now.
    if (!found) continue;
    if (!known.seen) break;
    addRanges(run.ranges, known.seen);
    if (isFirst) run.after = Math.max(run.after, known.began);
    return found.value as T;
  }
  const own: Shared = { value: Promise.resolve(), seen: null, began: (begun += 1) };
  if (isFirst) run.after = own.began;
  const reading = (async () => {
    const found = await read();
    own.seen = {};
    const names = Object.keys(run.ranges).filter((name) => within.some((start) => name.startsWith(start)));
    for (const name of names) addRanges(own.seen, { [name]: run.ranges[name] as RangeSet });
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
