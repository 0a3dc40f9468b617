import type { RowOf } from '#contract/entities.ts';
import { keyOf, type EntityName } from '#contract/kept-rows.ts';
import type { PredictedRows, Read } from '#contract/prediction.ts';
import { clearKey } from '../store/clear-key.ts';
import type { Device } from '../store/device.ts';
import { mirrorRowsOf, mirrorRowsWhere } from '../store/mirror-rows.ts';

type Row = Record<string, unknown>;
/** Changed rows by entity and key; null is removed. */
export type Layer = Map<EntityName, Map<string, Row | null>>;

/** The mirror's rows that predictions asked for, with what they changed kept apart. */
export type LoadedRows = {
  rows: PredictedRows;
  layer: Layer;
  missing(reads: Read[]): Read[];
  load(reads: Read[]): Promise<void>;
};

export function loadedRows(device: Device): LoadedRows {
  const base = new Map<EntityName, Map<string, Row>>();
  const layer: Layer = new Map();
  const asked = new Set<string>();
  const at = <V>(map: Map<EntityName, Map<string, V>>, entity: EntityName): Map<string, V> => {
    const found = map.get(entity) ?? new Map<string, V>();
    map.set(entity, found);
    return found;
  };
  const rows: PredictedRows = {
    get<E extends EntityName>(entity: E, key: string) {
      const changed = at(layer, entity).get(key);
      if (changed === null) return undefined;
      return (changed ?? at(base, entity).get(key)) as RowOf<E> | undefined;
    },
    where<E extends EntityName>(entity: E, index: string, value: string) {
      const all = new Map<string, Row | null>([...at(base, entity), ...at(layer, entity)]);
      return [...all.values()].filter((row) => row !== null && clearKey(entity, index, row) === value) as RowOf<E>[];
    },
    put: (entity, row) => at(layer, entity).set(keyOf(entity, row), row),
    remove: (entity, key) => at(layer, entity).set(key, null),
  };
  return {
    rows,
    layer,
    missing: (reads) => reads.filter((read) => !asked.has(JSON.stringify(read))),
    async load(reads) {
      for (const read of reads) asked.add(JSON.stringify(read));
      const byEntity = Map.groupBy(reads, (read) => read.entity);
      await Promise.all(
        [...byEntity].map(async ([entity, ofEntity]) => {
          for (const row of await fetchRows(device, entity, ofEntity)) at(base, entity).set(keyOf(entity, row), row);
        }),
      );
    },
  };
}

async function fetchRows<E extends EntityName>(device: Device, entity: E, reads: Read[]): Promise<RowOf<E>[]> {
  const keys = new Set<string>();
  const values = new Map<string, Set<string>>();
  for (const read of reads) {
    if ('key' in read) keys.add(read.key);
    else values.set(read.index, (values.get(read.index) ?? new Set()).add(read.value));
  }
  const found = await Promise.all([
    keys.size > 0 ? mirrorRowsOf(device, entity, [...keys]) : [],
    ...[...values].map(([index, wanted]) => mirrorRowsWhere(device, entity, { index, anyOf: [...wanted] })),
  ]);
  return found.flat();
}
