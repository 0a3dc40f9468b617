import type { RowOf } from '#contract/entities.ts';
import type { EntityName } from '#contract/kept-rows.ts';
import { isBundleKey } from './bundles.ts';
import { bundleTableOf } from './db.ts';
import type { Device } from './device.ts';
import { mirrorRowsOf } from './mirror-rows.ts';
import { entryLength, idsIn, letters } from './row-index.ts';

/**
 * Every row on this device of an entity that few charts have rows of: only these charts are opened. For entities that
 * are sealed with a chart under keys of their own.
 */
export async function fewMirrorRows<E extends EntityName>(device: Device, entity: E): Promise<RowOf<E>[]> {
  if (isBundleKey(entity) || !bundleTableOf(entity)) throw new Error(`Nothing says where all ${entity} are.`);
  const places = await device.mirror.places.toArray();
  return mirrorRowsOf(
    device,
    entity,
    places.flatMap(({ text }) => keysIn(text, entity)),
  );
}

/** The rows of an entity that a record of places knows, by their keys. */
function keysIn(text: string, entity: EntityName): string[] {
  const keys: string[] = [];
  for (let at = 0; at < text.length; at += entryLength)
    if (text[at] === letters[entity]) keys.push(...idsIn(text.slice(at + 1, at + (entryLength + 1) / 2)));
  return keys;
}
