import type { RowOf } from '#contract/entities.ts';
import type { EntityName } from '#contract/kept-rows.ts';
import { bundleKeys, isBundleKey, openBundles, rowsIn, storedPatients } from './bundles.ts';
import { bundleTableOf } from './db.ts';
import type { Device } from './device.ts';
import { entryLength, idsIn, letters } from './row-index.ts';
import { marksOf, type Mark } from './row-marks.ts';

/**
 * The rows on this device of an entity that few charts have rows of: only charts with a row whose mark is wanted are
 * opened, and all their rows of it come. For entities that are sealed with a patient under keys of their own.
 */
export async function fewMirrorRows<E extends EntityName>(
  device: Device,
  entity: E,
  isWanted: (mark: Mark) => boolean,
): Promise<RowOf<E>[]> {
  if (isBundleKey(entity) || bundleTableOf(entity) !== 'patientBundles')
    throw new Error(`Nothing says where all ${entity} are.`);
  const { mirror } = device;
  const places = await mirror.places.toArray();
  const keys = places.flatMap(({ text }) => keysIn(text, entity));
  const charts = new Set((await bundleKeys(mirror, entity, keys)).values());
  const stored = (await storedPatients(mirror, [...charts])).filter((bundle) => bundle !== undefined);
  const wanted = stored.filter(({ marks }) => marksOf(marks[entity]).some(isWanted));
  return rowsIn(entity, await openBundles(device, 'patientBundles', wanted));
}

/** The rows of an entity that a record of places knows, by their keys. */
function keysIn(text: string, entity: EntityName): string[] {
  const keys: string[] = [];
  for (let at = 0; at < text.length; at += entryLength)
    if (text[at] === letters[entity]) keys.push(...idsIn(text.slice(at + 1, at + (entryLength + 1) / 2)));
  return keys;
}
