import type { RowOf } from '#contract/entities.ts';
import { keyOf, type EntityName } from '#contract/kept-rows.ts';
import type { PredictedRows, Read } from '#contract/prediction.ts';
import { clearKey } from '../store/clear-key.ts';
import type { Device } from '../store/device.ts';
import { mirrorRowsOf, mirrorRowsWhere } from '../store/mirror-rows.ts';

type Row = Record<string, unknown>;
/** Changed rows by entity and key; null is removed. */
export type Layer = Map<EntityName, Map<string, Row | null>>;

type Base = Map<EntityName, Map<string, Row>>;

/** The mirror's rows that predictions asked for, with what they changed kept apart. */
export type LoadedRows = {
  rows: PredictedRows;
  layer: Layer;
  missing(reads: Read[]): Read[];
  load(reads: Read[]): Promise<void>;
  /** All that was asked for. */
  reads(): Read[];
  /** Whether the very same rows were found here as there. */
  hasSameRows(other: LoadedRows): boolean;
  base: Base;
  /** A copy of these rows, with what was changed in them, here or elsewhere. */
  copy(changed?: Layer): LoadedRows;
};

type Asked = Map<string, Read>;

export function loadedRows(
  device: Device,
  base: Base = new Map(),
  asked: Asked = new Map(),
  layer: Layer = new Map(),
): LoadedRows {
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
    reads: () => [...asked.values()],
    hasSameRows: (other) => isSame(base, other.base) && isSame(other.base, base),
    base,
    copy: (changed = layer) => loadedRows(device, copyOf(base), new Map(asked), copyOf(changed)),
    async load(reads) {
      for (const read of reads) asked.set(JSON.stringify(read), read);
      const byEntity = Map.groupBy(reads, (read) => read.entity);
      await Promise.all(
        [...byEntity].map(async ([entity, ofEntity]) => {
          for (const row of await fetchRows(device, entity, ofEntity)) at(base, entity).set(keyOf(entity, row), row);
        }),
      );
    },
  };
}

function copyOf<V>(maps: Map<EntityName, Map<string, V>>): Map<EntityName, Map<string, V>> {
  return new Map([...maps].map(([entity, rows]) => [entity, new Map(rows)]));
}

/** Whether all rows of the one are the very same in the other. */
function isSame(one: Base, other: Base): boolean {
  return [...one].every(([entity, rows]) => {
    const others = other.get(entity);
    return [...rows].every(([key, row]) => others?.get(key) === row);
  });
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
