import { entities, type EntityName } from '#contract/entities.ts';
import { bundleKeyOf, bundleKeys, isBundleKey, openBundles, packed, type BundleRows } from './bundles.ts';
import {
  bundleTableOf,
  bundleTables,
  mirrorTable,
  type BundleTable,
  type MirrorDatabase,
  type MirrorRow,
  type StoredBundle,
  type Versions,
} from './db.ts';
import type { Device } from './device.ts';
import { remember } from './opened.ts';
import { idsIn, partOf, placesAfter, textOf, type Move } from './places.ts';
import { placeOf, sealAll } from './seal.ts';

type Row = Record<string, unknown>;
/** Rows to be stored with the server's versions of them, and keys of rows to be taken away. */
export type MirrorChange = {
  put: { entity: EntityName; rows: Row[]; versions: string[] }[];
  gone: { entity: EntityName; keys: string[] }[];
};

/** A change made ready: opened, changed and sealed before the transaction opens. */
export type MirrorEdit = {
  /** Inside the caller's transaction over all tables; false, with nothing written, when a bundle changed meanwhile. */
  write(): Promise<boolean>;
};

/** What is to be done to the rows of one bundle. */
type BundleChange = {
  put: Map<EntityName, Map<string, { row: Row; version: string }>>;
  gone: Map<EntityName, Set<string>>;
};
type Ready = { table: BundleTable; key: string; before: StoredBundle | undefined; after: StoredBundle | undefined };

/** A bundle that does not open is left as it is, and reported: its chart is fetched anew. */
export async function mirrorEdit(device: Device, change: MirrorChange): Promise<MirrorEdit> {
  const alone = await aloneChanges(device, change);
  const byBundle = await changesByBundle(device.mirror, change);
  const ready = (await Promise.all(bundleTables.map((table) => readied(device, table, byBundle[table])))).flat();
  return {
    async write() {
      if (!(await areCurrent(device.mirror, ready))) return false;
      for (const { entity, rows, keys } of alone) {
        if (keys.length > 0) await mirrorTable(device.mirror, entity).bulkDelete(keys);
        if (rows.length > 0) await mirrorTable(device.mirror, entity).bulkPut(rows);
      }
      await writeBundles(device.mirror, ready);
      return true;
    },
  };
}

async function aloneChanges(
  { mirrorKey }: Device,
  { put, gone }: MirrorChange,
): Promise<{ entity: EntityName; rows: MirrorRow[]; keys: string[] }[]> {
  const isAlone = ({ entity }: { entity: EntityName }) => bundleTableOf(entity) === undefined;
  const stored = put.filter(isAlone).map(async ({ entity, rows, versions }) => {
    const keys = rows.map((row) => keyIn(entity, row));
    const sealed = await sealAll(
      mirrorKey.key,
      rows.map((value, at) => ({ place: placeOf(entity, keys[at] ?? ''), value })),
    );
    return {
      entity,
      keys: [],
      rows: sealed.map((one, at) => ({ key: keys[at] ?? '', version: versions[at] ?? '', ...one })),
    };
  });
  return [...gone.filter(isAlone).map((one) => ({ ...one, rows: [] })), ...(await Promise.all(stored))];
}

async function changesByBundle(
  mirror: MirrorDatabase,
  { put, gone }: MirrorChange,
): Promise<Record<BundleTable, Map<string, BundleChange>>> {
  const found = { patientBundles: new Map<string, BundleChange>(), visitBundles: new Map<string, BundleChange>() };
  const at = (table: BundleTable, key: string): BundleChange => {
    const known = found[table].get(key) ?? { put: new Map(), gone: new Map() };
    found[table].set(key, known);
    return known;
  };
  const take = (table: BundleTable, entity: EntityName, key: string, bundle: string) => {
    const { gone: keys } = at(table, bundle);
    keys.set(entity, (keys.get(entity) ?? new Set()).add(key));
  };
  for (const { entity, keys } of gone) {
    const table = bundleTableOf(entity);
    if (!table) continue;
    for (const [key, bundle] of await bundleKeys(mirror, entity, keys)) take(table, entity, key, bundle);
  }
  for (const { entity, rows, versions } of put) {
    const table = bundleTableOf(entity);
    if (!table) continue;
    const keys = rows.map((row) => keyIn(entity, row));
    const former = isBundleKey(entity) ? undefined : await bundleKeys(mirror, entity, keys);
    rows.forEach((row, index) => {
      const key = keys[index] ?? '';
      const bundle = bundleKeyOf(entity, row);
      const { put: rowsOf } = at(table, bundle);
      const ofEntity = rowsOf.get(entity) ?? new Map<string, { row: Row; version: string }>();
      rowsOf.set(entity, ofEntity.set(key, { row, version: versions[index] ?? '' }));
      const before = former?.get(key);
      // A visit may have gone to another patient.
      if (before !== undefined && before !== bundle) take(table, entity, key, before);
    });
  }
  return found;
}

async function readied(device: Device, table: BundleTable, changes: Map<string, BundleChange>): Promise<Ready[]> {
  const keys = [...changes.keys()];
  const stored = await device.mirror[table].bulkGet(keys);
  const present = stored.filter((bundle) => bundle !== undefined);
  const opened = new Map((await openBundles(device, table, present)).map((rows, at) => [present[at]?.key, rows]));
  const changed = keys.flatMap((key, at) => {
    const before = stored[at];
    const rows = before ? opened.get(key) : {};
    const change = changes.get(key);
    return rows && change ? [{ key, before, ...applied(before, rows, change) }] : [];
  });
  const kept = changed.filter(({ isEmpty }) => !isEmpty);
  const sealed = await sealAll(
    device.mirrorKey.key,
    kept.map(({ key, rows }) => ({ place: placeOf(table, key), value: packed(rows) })),
  );
  const after = new Map(
    kept.flatMap(({ key, rows, versions, PatientId, days }, at): [string, StoredBundle][] => {
      const one = sealed[at];
      if (!one) return [];
      remember(device.opened, placeOf(table, key), one, rows);
      return [[key, { key, PatientId, versions, ...(table === 'patientBundles' ? { days } : {}), ...one }]];
    }),
  );
  return changed.map(({ key, before }) => ({ table, key, before, after: after.get(key) }));
}

type Applied = {
  rows: BundleRows;
  versions: Versions;
  days: Record<string, string>;
  PatientId: string;
  isEmpty: boolean;
};

function applied(before: StoredBundle | undefined, from: BundleRows, { put, gone }: BundleChange): Applied {
  const rows: Record<string, Row[]> = { ...from };
  const versions: Record<string, Record<string, string>> = { ...before?.versions };
  let PatientId = before?.PatientId ?? '';
  for (const entity of new Set([...put.keys(), ...gone.keys()])) {
    const taken = gone.get(entity);
    const given = put.get(entity);
    const all = new Map((from[entity] ?? []).map((row) => [keyIn(entity, row), row]));
    for (const key of taken ?? []) all.delete(key);
    for (const [key, { row }] of given ?? []) {
      all.set(key, row);
      ({ PatientId } = row as { PatientId: string });
    }
    const keys = [...all.keys()].toSorted();
    const known = versions[entity];
    delete rows[entity];
    delete versions[entity];
    if (keys.length === 0) continue;
    rows[entity] = keys.map((key) => all.get(key) as Row);
    versions[entity] = Object.fromEntries(keys.map((key) => [key, given?.get(key)?.version ?? known?.[key] ?? '']));
  }
  const visits = rows.visits ?? [];
  const days = Object.fromEntries(visits.map((visit) => [String(visit.VisitId), String(visit.Start).slice(0, 10)]));
  return { rows, versions, days, PatientId, isEmpty: Object.keys(rows).length === 0 };
}

async function areCurrent(mirror: MirrorDatabase, ready: Ready[]): Promise<boolean> {
  for (const table of bundleTables) {
    const own = ready.filter((one) => one.table === table);
    const now = await mirror[table].bulkGet(own.map(({ key }) => key));
    if (own.some(({ before }, at) => String(before?.n) !== String(now[at]?.n))) return false;
  }
  return true;
}

async function writeBundles(mirror: MirrorDatabase, ready: Ready[]): Promise<void> {
  for (const table of bundleTables) {
    const own = ready.filter((one) => one.table === table);
    const gone = own.flatMap(({ key, after }) => (after ? [] : [key]));
    if (gone.length > 0) await mirror[table].bulkDelete(gone);
    const kept = own.flatMap(({ after }) => after ?? []);
    if (kept.length > 0) await mirror[table].bulkPut(kept);
  }
  await writePlaces(mirror, ready);
  await writeDays(mirror, ready);
}

async function writePlaces(mirror: MirrorDatabase, ready: Ready[]): Promise<void> {
  const edits = new Map<number, { gone: Move[]; come: Move[] }>();
  const at = (key: string) => {
    const part = partOf(key);
    const known = edits.get(part) ?? { gone: [], come: [] };
    edits.set(part, known);
    return known;
  };
  for (const { key: bundle, before, after } of ready) {
    for (const [entity, key] of rowKeys(before))
      if (after?.versions[entity]?.[key] === undefined) at(key).gone.push({ entity, key, bundle });
    for (const [entity, key] of rowKeys(after))
      if (before?.versions[entity]?.[key] === undefined) at(key).come.push({ entity, key, bundle });
  }
  if (edits.size === 0) return;
  const parts = [...edits.keys()];
  const stored = await mirror.places.bulkGet(parts);
  await mirror.places.bulkPut(
    parts.map((part, index) => {
      const { gone = [], come = [] } = edits.get(part) ?? {};
      return { part, text: placesAfter(stored[index]?.text, gone, come) };
    }),
  );
}

function rowKeys(bundle: StoredBundle | undefined): [EntityName, string][] {
  return Object.entries(bundle?.versions ?? {}).flatMap(([name, versions]) => {
    const entity = name as EntityName;
    return isBundleKey(entity) ? [] : Object.keys(versions).map((key): [EntityName, string] => [entity, key]);
  });
}

async function writeDays(mirror: MirrorDatabase, ready: Ready[]): Promise<void> {
  const edits = new Map<string, Map<string, boolean>>();
  for (const { key: PatientId, before, after } of ready) {
    const former = new Set(Object.values(before?.days ?? {}));
    const now = new Set(Object.values(after?.days ?? {}));
    for (const day of new Set([...former, ...now]))
      if (former.has(day) !== now.has(day))
        edits.set(day, (edits.get(day) ?? new Map<string, boolean>()).set(PatientId, now.has(day)));
  }
  if (edits.size === 0) return;
  const days = [...edits.keys()];
  const stored = await mirror.visitDays.bulkGet(days);
  const after = days.map((day, index) => {
    const PatientIds = new Set(idsIn(stored[index]?.PatientIds));
    for (const [PatientId, isThere] of edits.get(day) ?? [])
      if (isThere) PatientIds.add(PatientId);
      else PatientIds.delete(PatientId);
    return { day, PatientIds: textOf(PatientIds) };
  });
  await mirror.visitDays.bulkPut(after.filter(({ PatientIds }) => PatientIds !== ''));
  await mirror.visitDays.bulkDelete(after.flatMap(({ day, PatientIds }) => (PatientIds === '' ? [day] : [])));
}

function keyIn(entity: EntityName, row: Row): string {
  return String(row[entities[entity].key]);
}
