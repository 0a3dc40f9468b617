import { addDays } from '#contract/base/dates.ts';
import { keptRows, type EntityName } from '#contract/kept-rows.ts';
import { PatientName } from '#contract/patients/patient-name.ts';
import type { Put, RowSet } from '#contract/sync/endpoints.ts';
import {
  bucketOf,
  clinicEntities,
  dayEntities,
  differing,
  patientEntities,
  sumsOf,
  visitEntities,
} from '#contract/sync/sameness.ts';
import { bundleKeys, bundlesOfPatients, marksIn, patientsOnDays } from '#local/store/bundles.ts';
import { mirrorTable } from '#local/store/db.ts';
import type { Device } from '#local/store/device.ts';
import { hydratedDays, keptDays } from '#local/store/kept-days.ts';
import { mirrorEdit } from '#local/store/mirror-edit.ts';
import { chartsToCount } from '../mirror/counted-charts.ts';
import { isOfCookie, readCookie, readHydration, stale, type Engine } from '../sync/engine.ts';
import { mirrorBatch, storeIfCurrent } from '../mirror/mirror-batch.ts';
import { loadPages, sealPages } from '../names/name-pages.ts';
import { keepWanted, wantCharts } from '../mirror/wanted-charts.ts';

const perSet = 100;
const mostVisitIds = 5_000;
const rowsPerRepair = 3_000;
/** Days that were fetched besides. */
const slack = 2;

/** What there is to compare, in sets small enough that other work gets between. */
export async function setsToCompare(engine: Engine): Promise<RowSet[]> {
  const { device } = engine;
  const days = hydratedDays((await readHydration(engine)).P1At);
  await removeStrays(engine);
  await removeFarDays(engine, days);
  const charts = await device.mirror.charts.toArray();
  const none = { PatientIds: [], VisitIds: [], ...days };
  const whole = charts.filter((chart) => chart.hydratedAt !== null).map((chart) => chart.PatientId);
  const parts = charts.filter((chart) => chart.hydratedAt === null).map((chart) => chart.PatientId);
  const kept = keptDays();
  const near = { from: later(kept.from, days.from), to: earlier(kept.to, days.to) };
  return [
    { kind: 'clinic', ...none },
    ...(near.from <= near.to ? [{ kind: 'days' as const, ...none, ...near }] : []),
    ...inGroups(whole).map((group) => ({ kind: 'charts' as const, ...none, PatientIds: group })),
    ...(await Promise.all(inGroups(parts).map((group) => partSets(device, group, days)))).flat(),
  ];
}

/**
 * Compares one set with the server and repairs what differs: `moved` when the device has to pull first, else how
 * many rows were put right.
 */
export async function compareSet(engine: Engine, planned: RowSet): Promise<'moved' | number> {
  const cookie = await readCookie(engine);
  if (cookie === null) return 'moved';
  const set = await withoutWhole(engine.device, planned);
  const reply = await engine.server.call('sync.compare', { cookie, set });
  if (reply.moved) return 'moved';
  let corrected = 0;
  for (const entity of entitiesOf(set)) {
    const theirs = reply.sums.filter((sum) => sum.entity === entity);
    const wrong = differing(sumsOf(entity, await rowsOf(engine.device, set, entity)), theirs);
    for (const buckets of inReplies(wrong)) {
      const repaired = await repair(engine, { cookie, set, entity, buckets });
      if (repaired === stale) return 'moved';
      corrected += repaired;
    }
  }
  return corrected;
}

/**
 * A chart that was fetched whole since the sets were made has visits that its set does not name: they would count as
 * too many. It is compared as a whole one the next time.
 */
async function withoutWhole({ mirror }: Device, set: RowSet): Promise<RowSet> {
  if (set.kind !== 'parts') return set;
  const charts = await mirror.charts.bulkGet(set.PatientIds);
  return { ...set, PatientIds: set.PatientIds.filter((_, at) => !charts[at]?.hydratedAt) };
}

function entitiesOf({ kind }: RowSet): readonly EntityName[] {
  if (kind === 'clinic') return clinicEntities;
  return kind === 'days' ? ['visits', ...dayEntities] : [...patientEntities, ...visitEntities];
}

function isByDay(entity: EntityName): boolean {
  return (dayEntities as readonly EntityName[]).includes(entity);
}

type Held = { key: string; version: string };

/** What this device holds of a set. Of a chart in parts it names every visit to the server, so that is all of its rows. */
async function rowsOf({ mirror }: Device, set: RowSet, entity: EntityName): Promise<Held[]> {
  if (set.kind === 'clinic') return mirrorTable(mirror, entity).toArray();
  if (isByDay(entity)) return mirrorTable(mirror, entity).where('day').between(set.from, set.to, true, true).toArray();
  if (set.kind !== 'days') return marksIn(entity, await bundlesOfPatients(mirror, entity, set.PatientIds));
  const bundles = await bundlesOfPatients(mirror, entity, await patientsOnDays(mirror, set.from, set.to));
  return marksIn(entity, bundles).filter(({ day }) => day >= set.from && day <= set.to);
}

type Wrong = { cookie: string; set: RowSet; entity: EntityName; buckets: string[] };

/** Puts the server's rows of some buckets in the place of the device's, and says how many were not the same. */
async function repair(engine: Engine, { cookie, set, entity, buckets }: Wrong): Promise<number | typeof stale> {
  const { device, server, names } = engine;
  const { put, scopes } = await server.call('sync.repair', { set, entity, buckets });
  if (!(await isOfCookie(engine, scopes))) return stale;
  const own = (await rowsOf(device, set, entity)).filter((row) => buckets.includes(bucketOf(row.key)));
  // As with a pull: visits of these days may be of patients whose chart is not here yet, and rows of a chart that was
  // given up since the sets were made are not put back in part.
  const sent = keysIn(entity, put);
  const gone = own.filter((row) => !sent.has(row.key)).map((row) => row.key);
  const batch = await mirrorBatch(device, put, { everything: false }, [{ entity, keys: gone }]);
  const theirs = new Map(
    batch.change.put.flatMap(({ rows, versions }) =>
      rows.map((row, at) => [String(row[keptRows[entity].key]), versions[at]]),
    ),
  );
  const before = new Map(own.map((row) => [row.key, row.version]));
  const changed = [...theirs].filter(([key, version]) => before.get(key) !== version).length;
  const pages = entity === 'patients' ? renamed(engine, put, gone) : new Set<number>();
  const sealed = await sealPages(device, names, pages);
  const toCount = await chartsToCount(device, put);
  const written = await storeIfCurrent(engine, cookie, batch, async () => {
    if (entity === 'patients') await device.mirror.charts.bulkDelete(gone);
    await device.mirror.namePages.bulkPut(sealed);
    await keepWanted(device, toCount);
  });
  if (written === stale) {
    await loadPages(device, names);
    return stale;
  }
  wantCharts(engine, [...batch.strangers, ...toCount]);
  if (pages.size > 0) device.channel.tell({ kind: 'names', pages: [...pages] });
  return changed + gone.length;
}

function renamed({ names }: Engine, put: Put[], gone: string[]): Set<number> {
  const found = put.flatMap(({ rows }) => rows.flatMap((row) => PatientName.safeParse(row).data ?? []));
  return new Set([...names.put(found), ...names.remove(gone)]);
}

function keysIn(entity: EntityName, put: Put[]): Set<string> {
  return new Set(put.flatMap(({ rows }) => rows.map((row) => String(row[keptRows[entity].key]))));
}

/** The buckets of as many rows as fit one reply. */
function inReplies(wrong: { bucket: string; count: number }[]): string[][] {
  const replies: { rows: number; buckets: string[] }[] = [];
  for (const { bucket, count } of wrong) {
    const last = replies.at(-1);
    if (last && last.rows + count <= rowsPerRepair) {
      last.rows += count;
      last.buckets.push(bucket);
    } else replies.push({ rows: count, buckets: [bucket] });
  }
  return replies.map((reply) => reply.buckets);
}

/** Charts of which only some visits are here; visits outside of the hydrated days came by a change, and are named. */
async function partSets(device: Device, ids: string[], days: { from: string; to: string }): Promise<RowSet[]> {
  const { mirror } = device;
  const held = new Map<string, string>();
  for (const entity of visitEntities) {
    const marks = marksIn(entity, await bundlesOfPatients(mirror, entity, ids));
    for (const { VisitId, PatientId } of marks) held.set(VisitId, PatientId);
  }
  const visits = await bundleKeys(mirror, 'visits', [...held.keys()]);
  const known = marksIn('visits', await bundlesOfPatients(mirror, 'visits', [...new Set(visits.values())]));
  for (const { key, day } of known) if (day >= days.from && day <= days.to) held.delete(key);
  if (held.size > mostVisitIds && ids.length > 1) {
    const half = Math.ceil(ids.length / 2);
    return [...(await partSets(device, ids.slice(0, half), days)), ...(await partSets(device, ids.slice(half), days))];
  }
  const VisitIds = [...held.keys()].slice(0, mostVisitIds);
  return [{ kind: 'parts', PatientIds: ids, VisitIds, ...days }];
}

/** Rows of patients whose chart is not here belong to no set; only visits of these days may come without one. */
async function removeStrays({ device }: Engine): Promise<void> {
  const { mirror } = device;
  const { from, to } = keptDays();
  const local = new Set(await mirror.charts.toCollection().primaryKeys());
  const bundles = await mirror.patientBundles.toCollection().primaryKeys();
  const hanging = await mirror.visitBundles.orderBy('PatientId').uniqueKeys();
  const strange = [...new Set([...bundles, ...hanging.map(String)])].filter((id) => !local.has(id));
  if (strange.length === 0) return;
  const gone = await Promise.all(
    [...patientEntities, ...visitEntities].map(async (entity) => {
      const marks = marksIn(entity, await bundlesOfPatients(mirror, entity, strange));
      const isKept = ({ day }: { day: string }) => entity === 'visits' && day >= from && day <= to;
      return { entity, keys: marks.flatMap((mark) => (isKept(mark) ? [] : [mark.key])) };
    }),
  );
  const edit = await mirrorEdit(device, { put: [], gone });
  // A chart that came to this device meanwhile is none of these; the next comparison looks again.
  await mirror.transaction('rw', mirror.tables, async () => {
    const now = new Set(await mirror.charts.toCollection().primaryKeys());
    if (strange.some((id) => now.has(id))) return;
    await edit.write();
  });
}

/** Days move on: what was kept for its day goes when that is neither near nor was fetched. */
async function removeFarDays({ device: { mirror } }: Engine, days: { from: string; to: string }): Promise<void> {
  const kept = keptDays();
  const far = [earlier(kept.from, addDays(days.from, -slack)), later(kept.to, addDays(days.to, slack))] as const;
  for (const entity of dayEntities) {
    const table = mirrorTable(mirror, entity);
    await table.where('day').below(far[0]).or('day').above(far[1]).delete();
  }
}

function inGroups(ids: string[]): string[][] {
  const groups = Math.ceil(ids.length / perSet);
  return Array.from({ length: groups }, (_, at) => ids.slice(at * perSet, (at + 1) * perSet));
}

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
