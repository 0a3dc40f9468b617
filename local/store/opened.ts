import { openAll, type Sealed } from '../keys/seal.ts';

type Opened = { n: Uint8Array; value: unknown };

/** Opened values kept in memory, least recently used first out; most are bundles of some 10 KB. */
export type OpenedValues = { byPlace: Map<string, Opened>; limit: number };

export function openedValues(limit = 3_000): OpenedValues {
  return { byPlace: new Map(), limit };
}

/**
 * Opens values, those seen before with the same nonce from memory, so that a query asked again costs
 * no cipher and gives the very same objects; `read` makes of what was sealed what is wanted. What does not open is
 * undefined.
 */
export async function openCached<T>(
  opened: OpenedValues,
  dataKey: CryptoKey,
  values: { place: string; sealed: Sealed }[],
  read: (stored: unknown) => T = (stored) => stored as T,
): Promise<(T | undefined)[]> {
  const found = values.map(({ place, sealed }) => recall(opened, place, sealed));
  const missing = values.filter((_, at) => found[at] === undefined);
  if (missing.length === 0) return found as T[];
  // A live query keeps its zone across a foreign promise only through Promise.resolve (stack.md).
  const fresh = await Promise.resolve(openAll(dataKey, missing));
  let next = 0;
  return found.map((value, at) => {
    if (value !== undefined) return value as T;
    const stored = fresh[next++];
    const from = values[at];
    if (stored === undefined || !from) return undefined;
    const one = read(stored);
    remember(opened, from.place, from.sealed, one);
    return one;
  });
}

/** What was opened at a place, if it is still what this nonce stands for. */
export function recall(opened: OpenedValues, place: string, sealed: Pick<Sealed, 'n'>): unknown {
  const kept = opened.byPlace.get(place);
  if (!kept || !sameNonce(kept.n, sealed.n)) return undefined;
  opened.byPlace.delete(place);
  opened.byPlace.set(place, kept);
  return kept.value;
}

export function remember(opened: OpenedValues, place: string, sealed: Pick<Sealed, 'n'>, value: unknown): void {
  opened.byPlace.delete(place);
  opened.byPlace.set(place, { n: sealed.n, value });
  if (opened.byPlace.size <= opened.limit) return;
  const oldest = opened.byPlace.keys().next();
  if (!oldest.done) opened.byPlace.delete(oldest.value);
}

function sameNonce(a: Uint8Array, b: unknown): boolean {
  return b instanceof Uint8Array && a.length === b.length && a.every((byte, at) => byte === b[at]);
}
