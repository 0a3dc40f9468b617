import { entityNames, type EntityName } from '#contract/entities.ts';

const idLength = 36;
/** A letter for the entity, because ids are unique only within one; the row's id, and its bundle's. */
const entryLength = 1 + 2 * idLength;
const parts = 128;

/** The record of places that knows a row; ids end evenly spread, whatever made them. */
export function partOf(key: string): number {
  return (Number.parseInt(key.slice(-2), 16) || 0) % parts;
}

/** The bundle a row is in, out of its record of places. */
export function placeIn(text: string | undefined, entity: EntityName, key: string): string | undefined {
  if (text === undefined || key.length !== idLength) return undefined;
  const wanted = markOf(entity, key);
  let at = text.indexOf(wanted);
  while (at !== -1 && at % entryLength !== 0) at = text.indexOf(wanted, at + 1);
  return at === -1 ? undefined : text.slice(at + wanted.length, at + entryLength);
}

/** Where a row is from now on, or no longer is. */
export type Move = { entity: EntityName; key: string; bundle: string };

/** A record of places with rows gone from bundles and come to others. What another bundle has taken over stays there. */
export function placesAfter(text: string | undefined, gone: readonly Move[], come: readonly Move[]): string {
  const places = new Map<string, string>();
  for (let at = 0; at < (text?.length ?? 0); at += entryLength)
    places.set(text?.slice(at, at + 1 + idLength) ?? '', text?.slice(at + 1 + idLength, at + entryLength) ?? '');
  for (const { entity, key, bundle } of gone)
    if (places.get(markOf(entity, key)) === bundle) places.delete(markOf(entity, key));
  for (const { entity, key, bundle } of come) {
    if (key.length !== idLength || bundle.length !== idLength) throw new Error(`A row of ${entity} has no usual id.`);
    places.set(markOf(entity, key), bundle);
  }
  return [...places].map(([mark, bundle]) => mark + bundle).join('');
}

/** Ids that stand one after the other. */
export function idsIn(text: string | undefined): string[] {
  return Array.from(
    { length: (text?.length ?? 0) / idLength },
    (_, at) => text?.slice(at * idLength, (at + 1) * idLength) ?? '',
  );
}

function markOf(entity: EntityName, key: string): string {
  return letters[entity] + key;
}

const letters = Object.fromEntries(entityNames.map((entity, at) => [entity, String.fromCodePoint(65 + at)])) as Record<
  EntityName,
  string
>;
