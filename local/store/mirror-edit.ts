import { keptRows, type EntityName } from '#contract/kept-rows.ts';
import { bundleKeyOf, isBundleKey, openBundles, packed, placesOf, type BundleRows } from './bundles.ts';
import { clearKey } from './clear-key.ts';
import {
  bundleTableOf,
  bundleTables,
  mirrorTable,
  type BundleTable,
  type MirrorDatabase,
  type Marks,
  type MirrorRow,
  type StoredBundle,
  type VisitsWritten,
} from './db.ts';
import type { Device } from './device.ts';
import { remember } from './opened.ts';
import { changedPlaces, movesOf, writeDays, type BundleReplaced } from './index-edits.ts';
import { markDay, marksOf, textOfMarks } from './row-marks.ts';
import { sealContext, sealAll } from '../keys/seal.ts';
import { storedOf } from './stored.ts';

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
type Ready = BundleReplaced & { table: BundleTable };

/**
 * Where the rows to be stored are thought to be now: `anywhere`, which is looked up; `inPlace`, in their own bundle or
 * nowhere; `nowhere`, nor anything else of their bundles, as in a first sync. What is thought is not looked up before,
 * so that it waits for no transaction; where it is wrong, nothing is written.
 */
export type Thought = 'anywhere' | 'inPlace' | 'nowhere';

/** A bundle that does not open is left as it is, and reported: its chart is fetched anew. */
export async function mirrorEdit(
  device: Device,
  change: MirrorChange,
  thought: Thought = 'anywhere',
): Promise<MirrorEdit> {
  const alone = await aloneChanges(device, change);
  const byBundle = await changesByBundle(device.mirror, change, thought);
  const ready = (
    await Promise.all(bundleTables.map((table) => readied(device, table, byBundle[table], thought)))
  ).flat();
  const moves = movesOf(ready);
  const written = visitsWrittenIn(ready);
  return {
    async write() {
      if (!(await areCurrent(device.mirror, ready))) return false;
      // Awaiting nothing inside a transaction ends it.
      const places = moves.size > 0 ? await changedPlaces(device.mirror, moves) : [];
      if (thought !== 'anywhere' && places.some(({ isMove }) => isMove)) return false;
      for (const { entity, rows, keys } of alone) {
        if (keys.length > 0) await mirrorTable(device.mirror, entity).bulkDelete(keys);
        if (rows.length > 0) await mirrorTable(device.mirror, entity).bulkPut(rows);
      }
      await writeBundles(device.mirror, ready);
      if (written.length > 0) await device.mirror.visitsWritten.bulkPut(written);
      if (places.length > 0) await device.mirror.places.bulkPut(places.map(({ part, text }) => ({ part, text })));
      await writeDays(device.mirror, ready);
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
      rows.map((value, at) => ({ place: sealContext(entity, keys[at] ?? ''), value })),
    );
    return {
      entity,
      keys: [],
      rows: sealed.map((one, at) => {
        const day = clearKey(entity, 'day', rows[at] ?? {});
        return { key: keys[at] ?? '', version: versions[at] ?? '', ...(day === undefined ? {} : { day }), ...one };
      }),
    };
  });
  return [...gone.filter(isAlone).map((one) => ({ ...one, rows: [] })), ...(await Promise.all(stored))];
}

async function changesByBundle(
  mirror: MirrorDatabase,
  { put, gone }: MirrorChange,
  thought: Thought,
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
  // Read once: what is known of all places is most of what a page of a first sync would read.
  const former = await placesOf(mirror, [...gone, ...(thought === 'anywhere' ? put : [])].flatMap(keysToPlace));
  for (const { entity, keys } of gone) {
    const table = bundleTableOf(entity);
    if (!table) continue;
    for (const key of keys) {
      const bundle = former(entity, key);
      if (bundle !== undefined) take(table, entity, key, bundle);
    }
  }
  for (const { entity, rows, versions } of put) {
    const table = bundleTableOf(entity);
    if (!table) continue;
    rows.forEach((row, index) => {
      const key = keyIn(entity, row);
      const bundle = bundleKeyOf(entity, row);
      const { put: rowsOf } = at(table, bundle);
      const ofEntity = rowsOf.get(entity) ?? new Map<string, { row: Row; version: string }>();
      rowsOf.set(entity, ofEntity.set(key, { row, version: versions[index] ?? '' }));
      const before = isBundleKey(entity) ? undefined : former(entity, key);
      // A visit may have gone to another patient.
      if (before !== undefined && before !== bundle) take(table, entity, key, before);
    });
  }
  return found;
}

/** The keys of rows whose bundle has to be looked up. */
function keysToPlace(change: MirrorChange['put'][number] | MirrorChange['gone'][number]): string[] {
  const { entity } = change;
  if (!bundleTableOf(entity) || isBundleKey(entity)) return [];
  return 'keys' in change ? change.keys : change.rows.map((row) => keyIn(entity, row));
}

async function readied(
  device: Device,
  table: BundleTable,
  changes: Map<string, BundleChange>,
  thought: Thought,
): Promise<Ready[]> {
  const keys = [...changes.keys()];
  const stored = thought === 'nowhere' ? keys.map(() => undefined) : await storedOf(device.mirror[table], keys);
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
    kept.map(({ key, rows }) => ({ place: sealContext(table, key), value: packed(rows) })),
  );
  const after = new Map(
    kept.flatMap(({ key, rows, marks, PatientId }, at): [string, StoredBundle][] => {
      const one = sealed[at];
      if (!one) return [];
      remember(device.opened, sealContext(table, key), one, rows);
      return [[key, { key, PatientId, marks, ...one }]];
    }),
  );
  return changed.map(({ key, before }) => ({ table, key, before, after: after.get(key) }));
}

type Applied = { rows: BundleRows; marks: Marks; PatientId: string; isEmpty: boolean };

function applied(before: StoredBundle | undefined, from: BundleRows, { put, gone }: BundleChange): Applied {
  const rows: Record<string, Row[]> = { ...from };
  const marks: Marks = { ...before?.marks };
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
    const sorted = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const known = new Map(marksOf(marks[entity]).map(({ key, version }) => [key, version]));
    delete rows[entity];
    delete marks[entity];
    if (sorted.length === 0) continue;
    rows[entity] = sorted.map(([, row]) => row);
    marks[entity] = textOfMarks(
      sorted.map(([key, row]) => ({
        key,
        version: given?.get(key)?.version ?? known.get(key) ?? '',
        day: markDay(entity, row),
      })),
    );
  }
  return { rows, marks, PatientId, isEmpty: Object.keys(rows).length === 0 };
}

async function areCurrent(mirror: MirrorDatabase, ready: Ready[]): Promise<boolean> {
  for (const table of bundleTables) {
    const own = ready.filter((one) => one.table === table);
    if (own.length === 0) continue;
    const now = await storedOf(
      mirror[table],
      own.map(({ key }) => key),
    );
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
}

/** Whoever holds the visits of one of these patients opened reads them again. */
function visitsWrittenIn(ready: readonly Ready[]): VisitsWritten[] {
  const own = ready.filter(({ table }) => table === 'visitBundles');
  const patients = new Set(own.flatMap(({ before, after }) => [before, after]).flatMap((one) => one?.PatientId ?? []));
  const n = crypto.getRandomValues(new Uint8Array(12));
  return [...patients].map((PatientId) => ({ PatientId, n }));
}

function keyIn(entity: EntityName, row: Row): string {
  return String(row[keptRows[entity].key]);
}
