import { entityNames, type EntityName } from '#contract/entities.ts';

/** An id is kept as its 16 bytes, a character each: what a first sync writes here is paid by the byte. */
const idLength = 16;
/** A letter for the entity, because ids are unique only within one; the row's id, and its bundle's. */
const entryLength = 1 + 2 * idLength;
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const parts = 128;

/** The record of places that knows a row; ids end evenly spread, whatever made them. */
export function partOf(key: string): number {
  return (Number.parseInt(key.slice(-2), 16) || 0) % parts;
}

/** The bundle a row is in, out of its record of places. */
export function placeIn(text: string | undefined, entity: EntityName, key: string): string | undefined {
  if (text === undefined || !isId.test(key)) return undefined;
  const wanted = markOf(entity, key);
  let at = text.indexOf(wanted);
  while (at !== -1 && at % entryLength !== 0) at = text.indexOf(wanted, at + 1);
  return at === -1 ? undefined : idOf(text.slice(at + wanted.length, at + entryLength));
}

/** Where a row is from now on, or no longer is. */
export type Move = { entity: EntityName; key: string; bundle: string };

/** A record of places with rows gone from bundles and come to others. What another bundle has taken over stays there. */
export function placesAfter(text: string | undefined, gone: readonly Move[], come: readonly Move[]): string {
  const places = new Map<string, string>();
  for (let at = 0; at < (text?.length ?? 0); at += entryLength)
    places.set(text?.slice(at, at + 1 + idLength) ?? '', text?.slice(at + 1 + idLength, at + entryLength) ?? '');
  for (const { entity, key, bundle } of gone)
    if (places.get(markOf(entity, key)) === bytesOf(bundle)) places.delete(markOf(entity, key));
  for (const { entity, key, bundle } of come) {
    places.set(markOf(entity, key), bytesOf(bundle));
  }
  return [...places].map(([mark, bundle]) => mark + bundle).join('');
}

/** Ids as one text, one after the other. */
export function textOf(ids: Iterable<string>): string {
  return [...ids].map(bytesOf).join('');
}

/** The ids of such a text. */
export function idsIn(text: string | undefined): string[] {
  const count = (text?.length ?? 0) / idLength;
  return Array.from({ length: count }, (_, at) => idOf(text?.slice(at * idLength, (at + 1) * idLength) ?? ''));
}

function markOf(entity: EntityName, key: string): string {
  return letters[entity] + bytesOf(key);
}

function bytesOf(id: string): string {
  if (!isId.test(id)) throw new Error('This is no id of a row.');
  const digits = id.replaceAll('-', '');
  let bytes = '';
  for (let at = 0; at < digits.length; at += 2)
    bytes += String.fromCodePoint(Number.parseInt(digits.slice(at, at + 2), 16));
  return bytes;
}

function idOf(bytes: string): string {
  const digits = Array.from(bytes, (byte) => (byte.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('');
  const parts = [0, 8, 12, 16, 20].map((from, at, all) => digits.slice(from, all[at + 1]));
  return parts.join('-');
}

const letters = Object.fromEntries(entityNames.map((entity, at) => [entity, String.fromCodePoint(65 + at)])) as Record<
  EntityName,
  string
>;
