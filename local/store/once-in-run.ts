import { Dexie } from 'dexie';

const runs = new WeakMap<object, Map<string, unknown>>();

/**
 * What one run of a live query asks for again and again is read once, and is the same to its end; what was read is
 * followed as if it had been read each time. A run whose place another has taken ends here: Dexie throws its result away,
 * but lets it read on. Outside of live queries each asks for itself.
 */
export function onceInRun<T>(what: string, read: () => T): T {
  const { subscr: run, signal } = (Dexie.Promise as { PSD?: { subscr?: object; signal?: AbortSignal } }).PSD ?? {};
  if (!run) return read();
  signal?.throwIfAborted();
  const known = runs.get(run) ?? new Map<string, unknown>();
  runs.set(run, known);
  if (!known.has(what)) known.set(what, read());
  return known.get(what) as T;
}
