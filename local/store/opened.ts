import { tryOpen, type Sealed } from '../keys/seal.ts';

type Opened = { n: Uint8Array; value: unknown };

/**
 * Opened values kept in memory, least recently used first out; most are bundles of some 10 KB. `replayed` is what
 * waiting calls were found to make of them (replay.ts). `generation` counts how often all of it was forgotten: what was
 * begun before is not kept after.
 */
export type OpenedValues = {
  byPlace: Map<string, Opened>;
  underWay: Map<string, Promise<unknown>>;
  replayed: Map<string, unknown>;
  limit: number;
  generation: number;
};

export function openedValues(limit = 3_000): OpenedValues {
  return { byPlace: new Map(), underWay: new Map(), replayed: new Map(), limit, generation: 0 };
}

/** When the key of it is given up or the device is locked. */
export function forgetOpened(opened: OpenedValues): void {
  opened.generation += 1;
  opened.byPlace.clear();
  opened.underWay.clear();
  opened.replayed.clear();
}

/**
 * Opens values, those seen before with the same nonce from memory, so that a query asked again costs
 * no cipher and gives the very same objects, as do queries that ask at the same moment; `read` makes of what was sealed
 * what is wanted. What does not open is undefined.
 */
export async function openCached<T>(
  opened: OpenedValues,
  dataKey: CryptoKey,
  values: Value[],
  read: (stored: unknown) => T = (stored) => stored as T,
): Promise<(T | undefined)[]> {
  const found = values.map(({ place, sealed }) => recall(opened, place, sealed));
  const missing = values.filter((_, at) => found[at] === undefined);
  if (missing.length === 0) return found as T[];
  const opening = Promise.all(missing.map((value) => openOnce(opened, dataKey, value, read)));
  // A live query keeps its zone across a foreign promise only through Promise.resolve (stack.md).
  const fresh = await Promise.resolve(opening);
  let next = 0;
  return found.map((value) => (value === undefined ? fresh[next++] : value) as T | undefined);
}

type Value = { place: string; sealed: Sealed };

function openOnce<T>(
  opened: OpenedValues,
  dataKey: CryptoKey,
  { place, sealed }: Value,
  read: (stored: unknown) => T,
): Promise<unknown> {
  const name = `${place} ${sealed.n}`;
  const known = opened.underWay.get(name);
  if (known) return known;
  const { generation } = opened;
  const opening = tryOpen(dataKey, place, sealed).then((stored) => {
    const isOfNow = opened.generation === generation;
    if (isOfNow) opened.underWay.delete(name);
    if (stored === undefined) return undefined;
    const value = read(stored);
    if (isOfNow) remember(opened, place, sealed, value);
    return value;
  });
  opened.underWay.set(name, opening);
  return opening;
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
