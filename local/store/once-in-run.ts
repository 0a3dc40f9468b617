import { Dexie } from 'dexie';

const runs = new WeakMap<object, Map<string, unknown>>();

/**
 * What one run of a live query asks for again and again is read once, and is the same to its end; what was read is
 * followed as if it had been read each time. Outside of live queries each asks for itself.
 */
export function onceInRun<T>(what: string, read: () => T): T {
  const run = (Dexie.Promise as { PSD?: { subscr?: object } }).PSD?.subscr;
  if (!run) return read();
  const known = runs.get(run) ?? new Map<string, unknown>();
  runs.set(run, known);
  if (!known.has(what)) known.set(what, read());
  return known.get(what) as T;
}
