import type { RowOf } from '#contract/entities.ts';
import { keyOf, type EntityName } from '#contract/kept-rows.ts';
import { clearKey } from '../store/clear-key.ts';
import { whileOpen, type Device } from '../store/device.ts';
import { allMirrorRows, mirrorRowsOf, mirrorRowsWhere } from '../store/mirror-rows.ts';
import { overlayForRead } from '../outbox/overlay.ts';

/** Part of a clear index of an entity (contract/entities.ts); a range includes both ends. */
export type Where = { index: string; equals: string } | { index: string; from: string; to: string };

/**
 * One row as the screen shows it: the mirror's, with waiting calls applied. Here as everywhere the calls are read first:
 * a pull that comes in between brings the result of one that is no longer waiting then.
 */
export async function readRow<E extends EntityName>(entity: E, key: string): Promise<RowOf<E> | undefined> {
  return (await readRows(entity, [key]))[0];
}

/** The rows of some keys, in their order; those that are not on this device are left out. */
export async function readRows<E extends EntityName>(entity: E, keys: readonly string[]): Promise<RowOf<E>[]> {
  if (keys.length === 0) return [];
  return whileOpen(async (from) => {
    const overlay = await overlayForRead(from);
    const rows = byKey(entity, await mirrorRowsOf(from, entity, keys));
    return keys.flatMap((key) => {
      const changed = overlay.get(entity, key);
      return changed === undefined ? (rows.get(key) ?? []) : (changed ?? []);
    });
  });
}

/** The rows of an index value or range: one that waiting calls moved out is gone, one they moved in is there. */
export async function readWhere<E extends EntityName>(entity: E, where: Where): Promise<RowOf<E>[]> {
  return merged(
    entity,
    (row) => isWithin(clearKey(entity, where.index, row), where),
    (from) => mirrorRowsWhere(from, entity, 'equals' in where ? { ...where, anyOf: [where.equals] } : where),
  );
}

/** The rows of any of some index values, in one question for all of them. */
export async function readWhereAny<E extends EntityName>(
  entity: E,
  index: string,
  anyOf: readonly string[],
): Promise<RowOf<E>[]> {
  const wanted = new Set(anyOf);
  return merged(
    entity,
    (row) => wanted.has(clearKey(entity, index, row) ?? ''),
    (from) => mirrorRowsWhere(from, entity, { index, anyOf }),
  );
}

/** Every row of a small entity. */
export async function readAll<E extends EntityName>(entity: E): Promise<RowOf<E>[]> {
  return merged(
    entity,
    () => true,
    (from) => allMirrorRows(from, entity),
  );
}

/** The rows of a query with what waiting calls made of them. */
export function merged<E extends EntityName>(
  entity: E,
  belongs: (row: RowOf<E>) => boolean,
  query: (from: Device) => Promise<RowOf<E>[]>,
): Promise<RowOf<E>[]> {
  return whileOpen(async (from) => {
    const overlay = await overlayForRead(from);
    const rows = byKey(entity, await query(from));
    for (const [key, changed] of overlay.all(entity)) {
      if (changed && belongs(changed)) rows.set(key, changed);
      else rows.delete(key);
    }
    return [...rows.values()];
  });
}

function byKey<E extends EntityName>(entity: E, rows: RowOf<E>[]): Map<string, RowOf<E>> {
  return new Map(rows.map((row) => [keyOf(entity, row), row]));
}

function isWithin(value: string | undefined, where: Where): boolean {
  if (value === undefined) return false;
  return 'equals' in where ? value === where.equals : value >= where.from && value <= where.to;
}
