import type { RowOf } from '#contract/entities.ts';
import { keyOf, type EntityName } from '#contract/kept-rows.ts';
import {
  bundleKeys,
  bundlesOfPatients,
  openBundles,
  openVisitsOf,
  patientsOnDays,
  rowsIn,
  storedPatients,
  type BundleRows,
} from './bundles.ts';
import { bundleTableOf, mirrorTable, type MirrorRow, type StoredBundle } from './db.ts';
import type { Device } from './device.ts';
import { clearKey } from './clear-key.ts';
import { idsIn } from './row-index.ts';
import { openRows } from './rows.ts';

/** Values of a clear index of an entity (contract/entities.ts); a range includes both ends. */
export type Found = { index: string; anyOf: readonly string[] } | { index: string; from: string; to: string };

/** The mirror's own rows of some keys, without what waits to be sent; in no order. */
export async function mirrorRowsOf<E extends EntityName>(
  device: Device,
  entity: E,
  keys: readonly string[],
): Promise<RowOf<E>[]> {
  const table = bundleTableOf(entity);
  if (!table) {
    const stored = await mirrorTable(device.mirror, entity).bulkGet([...keys]);
    return openRows(
      device,
      entity,
      stored.filter((row) => row !== undefined),
    );
  }
  const bundles = new Set((await bundleKeys(device.mirror, entity, keys)).values());
  const keysOfBundles = [...bundles];
  const stored = await (table === 'patientBundles'
    ? storedPatients(device.mirror, keysOfBundles)
    : device.mirror.visitBundles.bulkGet(keysOfBundles));
  const wanted = new Set(keys);
  return (await rowsOfBundles(device, entity, stored)).filter((row) => wanted.has(keyOf(entity, row)));
}

/** The mirror's own rows by one of their clear indexes. */
export async function mirrorRowsWhere<E extends EntityName>(
  device: Device,
  entity: E,
  found: Found,
): Promise<RowOf<E>[]> {
  const rows = bundleTableOf(entity)
    ? rowsIn(entity, await openedWhere(device, entity, found))
    : await openRows(device, entity, await aloneWhere(device, entity, found));
  const wanted = 'anyOf' in found ? new Set(found.anyOf) : undefined;
  const valued = rows.flatMap((row) => {
    const value = clearKey(entity, found.index, row);
    const isFound = 'anyOf' in found ? wanted?.has(value ?? '') : value && value >= found.from && value <= found.to;
    return isFound ? [{ row, order: `${value}|${keyOf(entity, row)}` }] : [];
  });
  return valued.toSorted((a, b) => (a.order < b.order ? -1 : 1)).map(({ row }) => row);
}

async function aloneWhere({ mirror }: Device, entity: EntityName, found: Found): Promise<MirrorRow[]> {
  if (found.index !== 'day') throw new Error(`${entity} are not found by ${found.index}.`);
  const days = mirrorTable(mirror, entity).where('day');
  return ('from' in found ? days.between(found.from, found.to, true, true) : days.anyOf([...found.anyOf])).toArray();
}

/** Every row of an entity on this device. */
export async function allMirrorRows<E extends EntityName>(device: Device, entity: E): Promise<RowOf<E>[]> {
  const table = bundleTableOf(entity);
  if (!table) return openRows(device, entity, await mirrorTable(device.mirror, entity).toArray());
  return rowsOfBundles(device, entity, await device.mirror[table].toArray());
}

async function rowsOfBundles<E extends EntityName>(
  device: Device,
  entity: E,
  stored: (StoredBundle | undefined)[],
): Promise<RowOf<E>[]> {
  return rowsIn(entity, await openedOf(device, entity, stored));
}

type Opened = readonly (BundleRows | undefined)[];

async function openedOf(device: Device, entity: EntityName, stored: (StoredBundle | undefined)[]): Promise<Opened> {
  const table = bundleTableOf(entity);
  const present = stored.filter((bundle) => bundle !== undefined);
  return table ? openBundles(device, table, present) : [];
}

/** The bundles in which rows with these values are, among others. */
async function openedWhere(device: Device, entity: EntityName, found: Found): Promise<Opened> {
  const { mirror } = device;
  if ('from' in found) {
    if (found.index !== 'day') throw new Error(`No ranges of ${found.index}.`);
    const near = await patientsOnDays(mirror, found.from, found.to);
    return openedOf(device, entity, await mirror.patientBundles.bulkGet(near));
  }
  const values = [...found.anyOf];
  if (found.index === 'PatientId') return openedOfPatients(device, entity, values);
  if (found.index === 'VisitId') return openedOf(device, entity, await mirror.visitBundles.bulkGet(values));
  if (found.index === 'day') {
    const days = await mirror.visitDays.bulkGet(values);
    const near = new Set(days.flatMap((one) => idsIn(one?.PatientIds)));
    return openedOf(device, entity, await mirror.patientBundles.bulkGet([...near]));
  }
  const patients = new Set((await bundleKeys(mirror, 'cases', values)).values());
  return openedOfPatients(device, entity, [...patients]);
}

async function openedOfPatients(device: Device, entity: EntityName, PatientIds: readonly string[]): Promise<Opened> {
  const [only] = PatientIds;
  if (bundleTableOf(entity) === 'visitBundles' && only !== undefined && PatientIds.length === 1)
    return openVisitsOf(device, only);
  return openedOf(device, entity, await bundlesOfPatients(device.mirror, entity, PatientIds));
}
