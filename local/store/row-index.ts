import { entityNames, type EntityName } from '#contract/kept-rows.ts';

/** An id is kept as its 16 bytes, a character each: what a first sync writes here is paid by the byte. */
const idLength = 16;
/** A letter for the entity, because ids are unique only within one; the row's id, and its bundle's. */
export const entryLength = 1 + 2 * idLength;
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const parts = 128;

/** The record of places that knows a row; ids end evenly spread, whatever made them. */
export function partOf(key: string): number {
  return (Number.parseInt(key.slice(-2), 16) || 0) % parts;
}

/** The bundle a row is in, out of its record of places. */
export function placeIn(text: string | undefined, entity: EntityName, key: string): string | undefined {
  if (text === undefined || !isId.test(key)) return undefined;
  const at = atOf(text, markOf(entity, key));
  return at === -1 ? undefined : idOf(text.slice(at + 1 + idLength, at + entryLength));
}

/** Where a row is from now on, or no longer is. */
export type Move = { entity: EntityName; key: string; bundle: string };

/** A record of places with rows gone from bundles and come to others. What another bundle has taken over stays there. */
export function placesAfter(text = '', gone: readonly Move[], come: readonly Move[]): string {
  const marked = come.map(({ entity, key, bundle }) => ({ mark: markOf(entity, key), bundle: bytesOf(bundle) }));
  // As when a device is filled: reading all that is known of 20,000 rows for each page would cost more than the page.
  if (gone.length === 0 && marked.every(({ mark }) => atOf(text, mark) === -1) && isEachOnce(marked))
    return text + marked.map(({ mark, bundle }) => mark + bundle).join('');
  const places = new Map<string, string>();
  for (let at = 0; at < text.length; at += entryLength)
    places.set(text.slice(at, at + 1 + idLength), text.slice(at + 1 + idLength, at + entryLength));
  for (const { entity, key, bundle } of gone)
    if (places.get(markOf(entity, key)) === bytesOf(bundle)) places.delete(markOf(entity, key));
  for (const { mark, bundle } of marked) places.set(mark, bundle);
  return [...places].map(([mark, bundle]) => mark + bundle).join('');
}

function isEachOnce(marked: { mark: string }[]): boolean {
  return new Set(marked.map(({ mark }) => mark)).size === marked.length;
}

/** Where an entry begins in a record of places, or -1. */
function atOf(text: string, mark: string): number {
  let at = text.indexOf(mark);
  while (at !== -1 && at % entryLength !== 0) at = text.indexOf(mark, at + 1);
  return at;
}

/** Ids as one text without some, and with others, each once. */
export function idsAfter(text = '', gone: Iterable<string>, come: Iterable<string>): string {
  const all = new Set<string>();
  for (let at = 0; at < text.length; at += idLength) all.add(text.slice(at, at + idLength));
  for (const id of gone) all.delete(bytesOf(id));
  for (const id of come) all.add(bytesOf(id));
  return [...all].join('');
}

/** The ids of such a text. */
export function idsIn(text: string | undefined): string[] {
  const count = (text?.length ?? 0) / idLength;
  return Array.from({ length: count }, (_, at) => idOf(text?.slice(at * idLength, (at + 1) * idLength) ?? ''));
}

function markOf(entity: EntityName, key: string): string {
  return letters[entity] + bytesOf(key);
}

/** Where the two digits of each byte of an id stand in it. */
const digitsAt = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const byteOf = new Map(digitsOf.map((digits, byte) => [digits, String.fromCodePoint(byte)]));
/** A patient's id is asked for once a visit and once a day. */
const known = new Map<string, string>();
const mostKnown = 4_096;

function bytesOf(id: string): string {
  const before = known.get(id);
  if (before !== undefined) return before;
  if (!isId.test(id)) throw new Error('This is no id of a row.');
  let bytes = '';
  for (const at of digitsAt) bytes += byteOf.get(id.slice(at, at + 2)) ?? '';
  if (known.size >= mostKnown) known.clear();
  known.set(id, bytes);
  return bytes;
}

function idOf(bytes: string): string {
  let id = '';
  for (let at = 0; at < idLength; at += 1) {
    if (at === 4 || at === 6 || at === 8 || at === 10) id += '-';
    id += digitsOf[bytes.codePointAt(at) ?? 0] ?? '';
  }
  return id;
}

export const letters = Object.fromEntries(
  entityNames.map((entity, at) => [entity, String.fromCodePoint(65 + at)]),
) as Record<EntityName, string>;
