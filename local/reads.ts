import { keyOf, type EntityName, type RowOf } from '#contract/entities.ts';
import { mirrorTable, type MirrorRow } from './db.ts';
import { device, type Device } from './device.ts';
import { overlayForRead } from './overlay.ts';
import { clearKey } from './predicted-rows.ts';
import { openRows } from './rows.ts';

/** Part of a clear index of an entity (contract/entities.ts); a range includes both ends. */
export type Where = { index: string; equals: string } | { index: string; from: string; to: string };

/** One row as the screen shows it: the mirror's, with waiting calls applied. */
export async function readRow<E extends EntityName>(entity: E, key: string): Promise<RowOf<E> | undefined> {
  return (await readRows(entity, [key]))[0];
}

/** The rows of some keys, in their order; those that are not on this device are left out. */
export async function readRows<E extends EntityName>(entity: E, keys: readonly string[]): Promise<RowOf<E>[]> {
  if (keys.length === 0) return [];
  const from = device();
  const [overlay, stored] = await Promise.all([
    overlayForRead(from),
    mirrorTable(from.mirror, entity).bulkGet([...keys]),
  ]);
  const rows = byKey(
    entity,
    await openRows(
      from,
      entity,
      stored.filter((row) => row !== undefined),
    ),
  );
  return keys.flatMap((key) => {
    const changed = overlay.get(entity, key);
    return changed === undefined ? (rows.get(key) ?? []) : (changed ?? []);
  });
}

/** The rows of an index value or range: one that waiting calls moved out is gone, one they moved in is there. */
export async function readWhere<E extends EntityName>(entity: E, where: Where): Promise<RowOf<E>[]> {
  return merged(
    device(),
    entity,
    (row) => isWithin(clearKey(entity, where.index, row), where),
    (from) => {
      const collection = mirrorTable(from.mirror, entity).where(where.index);
      const part =
        'equals' in where ? collection.equals(where.equals) : collection.between(where.from, where.to, true, true);
      return part.toArray();
    },
  );
}

/** Every row of a small entity. */
export async function readAll<E extends EntityName>(entity: E): Promise<RowOf<E>[]> {
  return merged(
    device(),
    entity,
    () => true,
    (from) => mirrorTable(from.mirror, entity).toArray(),
  );
}

async function merged<E extends EntityName>(
  from: Device,
  entity: E,
  belongs: (row: RowOf<E>) => boolean,
  query: (from: Device) => PromiseLike<MirrorRow[]>,
): Promise<RowOf<E>[]> {
  const [overlay, stored] = await Promise.all([overlayForRead(from), query(from)]);
  const rows = byKey(entity, await openRows(from, entity, stored));
  for (const [key, changed] of overlay.all(entity)) {
    if (changed && belongs(changed)) rows.set(key, changed);
    else rows.delete(key);
  }
  return [...rows.values()];
}

function byKey<E extends EntityName>(entity: E, rows: RowOf<E>[]): Map<string, RowOf<E>> {
  return new Map(rows.map((row) => [keyOf(entity, row), row]));
}

function isWithin(value: string | undefined, where: Where): boolean {
  if (value === undefined) return false;
  return 'equals' in where ? value === where.equals : value >= where.from && value <= where.to;
}
