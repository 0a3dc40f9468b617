import type { RowOf } from '#contract/entities.ts';
import { keptRows, type EntityName } from '#contract/kept-rows.ts';
import { bundleTableOf, type BundleTable, type MirrorDatabase, type StoredBundle } from './db.ts';
import type { Device } from './device.ts';
import { recall, remember } from './opened.ts';
import { onceInRun } from './once-in-run.ts';
import { packedMap, packedRows, unpackedMap, unpackedRows, type PackedRows } from './packed-rows.ts';
import { idsIn, partOf, placeIn } from './row-index.ts';
import { marksOf, type Mark } from './row-marks.ts';
import { openOrReport } from './rows.ts';
import { sealContext } from '../keys/seal.ts';

type Row = Record<string, unknown>;
/** The rows of a bundle, opened. */
export type BundleRows = { [E in EntityName]?: Row[] };

/** Opens bundles, in their order. One that does not open is undefined, and reported so that it is fetched again. */
export function openBundles(
  device: Device,
  table: BundleTable,
  stored: StoredBundle[],
): Promise<(BundleRows | undefined)[]> {
  return openOrReport<BundleRows, StoredBundle>(
    device,
    stored,
    (bundle) => ({
      place: sealContext(table, bundle.key),
      report: { kind: 'corrupt', table, key: bundle.key, PatientId: bundle.PatientId },
    }),
    (stored) => whenAsked(stored as Packed),
  );
}

/** Most screens ask for some of what hangs on a visit: the rest stays packed. */
function whenAsked(stored: Packed): BundleRows {
  const bundle: BundleRows = {};
  for (const [entity, packedOnes] of Object.entries(stored)) {
    let rows: Row[] | undefined;
    const get = () => (rows ??= unpackedRows(packedOnes).map((row) => withCells(entity, row, unpackedMap)));
    Object.defineProperty(bundle, entity, { enumerable: true, get });
  }
  return bundle;
}

/** Fewer are read from disk as fast as it is asked whether they changed. */
const manyVisits = 24;

type Opened = readonly (BundleRows | undefined)[];
const reading = new Map<string, Promise<Opened>>();

/**
 * All that hangs on the visits of a patient, opened. Many screens of one chart ask for it at the same time, each for
 * itself: as long as none of it was written, which the mark of the patient tells, the bundles are read once for all of
 * them. A live query that asks follows that mark, which every write changes.
 */
export async function openVisitsOf(device: Device, PatientId: string): Promise<Opened> {
  const { mirror, opened } = device;
  const place = `visits of ${PatientId}`;
  // The mark first: what is written after it was read is read again the next time.
  const written = await onceIn(mirror, 'written', [PatientId], () => mirror.visitsWritten.get(PatientId));
  if (!written) return readVisitsOf(device, PatientId);
  const known = recall(opened, place, written) as Opened | undefined;
  if (known) return known;
  // Whoever reads for the same mark reads what is there now, or what came since.
  const mark = `${mirror.name} ${PatientId} ${written.n}`;
  const under = reading.get(mark) ?? readVisitsOf(device, PatientId);
  reading.set(mark, under);
  try {
    // A live query keeps its zone across a foreign promise only through Promise.resolve (stack.md).
    const bundles = await Promise.resolve(under);
    if (bundles.length >= manyVisits && !bundles.includes(undefined)) remember(opened, place, written, bundles);
    return bundles;
  } finally {
    reading.delete(mark);
  }
}

async function readVisitsOf(device: Device, PatientId: string): Promise<Opened> {
  const stored = await device.mirror.visitBundles.where('PatientId').equals(PatientId).toArray();
  return openBundles(device, 'visitBundles', stored);
}

type Packed = { [E in EntityName]?: PackedRows };

/** The rows of a bundle as they are sealed. */
export function packed(bundle: BundleRows): Packed {
  return Object.fromEntries(
    Object.entries(bundle).map(([entity, rows]) => [
      entity,
      packedRows(rows.map((row) => withCells(entity, row, packedMap))),
    ]),
  );
}

/** The column of a visit has hundreds of cells. */
function withCells<Cells>(entity: string, row: Row, change: (cells: Cells) => unknown): Row {
  return entity === 'visitExercises' ? { ...row, Cells: change(row['Cells'] as Cells) } : row;
}

/** The key of the bundle a row belongs into. */
export function bundleKeyOf(entity: EntityName, row: Row): string {
  if (isBundleKey(entity)) return String(row[keptRows[entity].key]);
  return String(keptRows[entity].sealedWith === 'patient' ? row.PatientId : row.VisitId);
}

/**
 * Whether a row's own key is that of its bundle, so that nothing has to be looked up. The note of a visit has the id of
 * the visit; one that is added to it, or has none, is a bundle of its own.
 */
export function isBundleKey(entity: EntityName): boolean {
  const { key, sealedWith } = keptRows[entity];
  return sealedWith === 'patient' ? key === 'PatientId' : key === 'VisitId' || key === 'NoteId';
}

/** Says in which bundle a row of these keys is. A bundle that was dropped may still be named: it is not there then. */
export async function placesOf(
  mirror: MirrorDatabase,
  keys: readonly string[],
): Promise<(entity: EntityName, key: string) => string | undefined> {
  const parts = [...new Set(keys.map(partOf))];
  const found = parts.length === 0 ? [] : await onceIn(mirror, 'places', parts, () => mirror.places.bulkGet(parts));
  const byPart = new Map(found.flatMap((one) => (one ? [[one.part, one.text]] : [])));
  return (entity, key) => (isBundleKey(entity) ? key : placeIn(byPart.get(partOf(key)), entity, key));
}

/** The bundles rows are in, by row key; those that are not on this device are left out. */
export async function bundleKeys(
  mirror: MirrorDatabase,
  entity: EntityName,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (isBundleKey(entity)) return new Map(keys.map((key) => [key, key]));
  const sealContext = await placesOf(mirror, keys);
  return new Map(
    keys.flatMap((key) => {
      const bundle = sealContext(entity, key);
      return bundle === undefined ? [] : [[key, bundle]];
    }),
  );
}

/** Rows of one entity out of opened bundles. */
export function rowsIn<E extends EntityName>(entity: E, bundles: readonly (BundleRows | undefined)[]): RowOf<E>[] {
  return bundles.flatMap((bundle) => (bundle?.[entity] ?? []) as RowOf<E>[]);
}

/** What the device knows of a row without opening it, and where it belongs. */
export type RowMark = Mark & { PatientId: string; VisitId: string };

/** The rows of one entity in stored bundles. */
export function marksIn(entity: EntityName, bundles: StoredBundle[]): RowMark[] {
  const isOfVisit = keptRows[entity].sealedWith === 'visit';
  return bundles.flatMap(({ key: bundle, PatientId, marks }) =>
    marksOf(marks[entity]).map((mark) => ({
      ...mark,
      PatientId,
      VisitId: isOfVisit ? bundle : entity === 'visits' ? mark.key : '',
    })),
  );
}

/** The stored bundles of patients that hold an entity's rows. */
export async function bundlesOfPatients(
  mirror: MirrorDatabase,
  entity: EntityName,
  PatientIds: readonly string[],
): Promise<StoredBundle[]> {
  if (bundleTableOf(entity) === 'visitBundles')
    return mirror.visitBundles
      .where('PatientId')
      .anyOf([...PatientIds])
      .toArray();
  return (await storedPatients(mirror, PatientIds)).filter((bundle) => bundle !== undefined);
}

/** The bundles of patients: a screen of a chart asks for everything of one of them. */
export function storedPatients(
  mirror: MirrorDatabase,
  PatientIds: readonly string[],
): PromiseLike<(StoredBundle | undefined)[]> {
  return onceIn(mirror, 'patients', PatientIds, () => mirror.patientBundles.bulkGet([...PatientIds]));
}

function onceIn<T>(mirror: MirrorDatabase, what: string, keys: readonly unknown[], read: () => T): T {
  return onceInRun(`${what} ${keys.join()} ${mirror.name}`, read);
}

/** The patients with a visit from one day to another, both included. */
export async function patientsOnDays(mirror: MirrorDatabase, from: string, to: string): Promise<string[]> {
  const days = await mirror.visitDays.where('day').between(from, to, true, true).toArray();
  return [...new Set(days.flatMap((one) => idsIn(one.PatientIds)))];
}
