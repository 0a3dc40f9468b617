import { keptRows, type EntityName } from '#contract/kept-rows.ts';
import type { Put } from '#contract/sync/endpoints.ts';
import { clearKey } from '#local/store/clear-key.ts';
import type { LocalChart } from '#local/store/db.ts';
import type { Device } from '#local/store/device.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { mirrorEdit, type MirrorChange, type MirrorEdit, type Thought } from '#local/store/mirror-edit.ts';
import { areStored, storedOf } from '#local/store/stored.ts';
import { stale, writeIfCurrent, type Engine } from '../sync/engine.ts';
import { keepUnreadable } from './unreadable.ts';
import { loadSchemas } from './schemas.ts';

/** What a reply changes on this device. */
export type MirrorBatch = {
  change: MirrorChange;
  charts: LocalChart[];
  /** Patients with a visit here whose chart is not. */
  strangers: Set<string>;
  /** Rows the contract does not know how to read; the app is too old or they are damaged. */
  unreadable: number;
  /** Patients whose rows are taken because their chart is on this device. */
  leansOn: Set<string>;
  /** The same reply for a device that has given charts up meanwhile. */
  again(): Promise<MirrorBatch>;
};

/**
 * `everything`: rows were asked for by name (hydrate, chart), so all are kept; `working`: as part of the working
 * set; `own` patients are kept too.
 */
type Wish = { everything: boolean; working?: boolean; own?: ReadonlySet<string> };

type Row = Record<string, unknown>;

/** `gone`: what is to go besides. */
export async function mirrorBatch(
  device: Device,
  puts: Put[],
  wish: Wish,
  gone: MirrorChange['gone'] = [],
): Promise<MirrorBatch> {
  const batch: MirrorBatch = {
    change: { put: [], gone: [...gone] },
    charts: [],
    strangers: new Set(),
    unreadable: 0,
    leansOn: new Set(),
    again: () => mirrorBatch(device, puts, wish, gone),
  };
  const schemas = puts.length > 0 ? await loadSchemas() : undefined;
  // A page of the working set brings its charts along: nothing is asked of a disk that may be writing the one before.
  const local = new Set(wish.working ? [] : await device.mirror.charts.toCollection().primaryKeys());
  if (!wish.everything) findStrangers(puts, local, batch);
  admit(puts, wish, local, batch);
  for (const { entity, rows, versions } of puts) {
    const put = { entity, rows: [] as Row[], versions: [] as string[] };
    const left = { entity, keys: [] as string[] };
    rows.forEach((raw, at) => {
      const parsed = schemas?.[entity].schema.safeParse(raw);
      if (!parsed?.success) batch.unreadable += 1;
      else if (wish.everything || isKept(entity, parsed.data, local)) {
        put.rows.push(parsed.data);
        put.versions.push(versions[at] ?? '');
        if (!wish.everything) leanOn(entity, parsed.data, local, batch);
      } else left.keys.push(String((parsed.data as Row)[keptRows[entity].key]));
    });
    batch.change.put.push(put);
    batch.change.gone.push(left);
  }
  for (const { PatientId } of batch.charts) batch.leansOn.delete(PatientId);
  return batch;
}

function leanOn(entity: EntityName, { PatientId }: Row, local: Set<string>, { leansOn }: MirrorBatch): void {
  if (keptRows[entity].keep !== 'all' && typeof PatientId === 'string' && local.has(PatientId)) leansOn.add(PatientId);
}

/** Inside the caller's transaction: whether every chart is still here that rows were taken for. */
async function isStillHere({ mirror }: Device, { leansOn }: MirrorBatch): Promise<boolean> {
  return areStored(mirror.charts, [...leansOn]);
}

/** Inside the caller's transaction: the charts that are now on this device. */
async function writeCharts({ mirror }: Device, batch: MirrorBatch): Promise<void> {
  const known = await storedOf(
    mirror.charts,
    batch.charts.map((chart) => chart.PatientId),
  );
  const changed = batch.charts.flatMap((chart, at) => {
    const before = known[at];
    if (before === undefined) return [chart];
    return chart.workingAt === undefined ? [] : [{ ...before, workingAt: chart.workingAt }];
  });
  await mirror.charts.bulkPut(changed);
}

/** A batch, sealed and ready to be written. */
export type ReadyBatch = MirrorBatch & { edit: MirrorEdit };

/** A page of the working set: mostly rows this device has never seen. */
export async function sealedBatch(device: Device, batch: MirrorBatch, thought: Thought): Promise<ReadyBatch> {
  return { ...batch, edit: await mirrorEdit(device, batch.change, thought) };
}

/**
 * Stores a batch, and what else belongs to it, in one transaction, if the cookie is still the one it was asked with.
 * Where charts were given up for space meanwhile, the batch is made anew: no chart is put back in part.
 */
export async function storeIfCurrent(
  engine: Engine,
  cookie: string | null,
  batch: MirrorBatch | ReadyBatch,
  also: () => Promise<unknown>,
): Promise<typeof stale | undefined> {
  const { device } = engine;
  let edit = 'edit' in batch ? batch.edit : await mirrorEdit(device, batch.change);
  for (;;) {
    let isWritten = true;
    const written = await writeIfCurrent(engine, cookie, async () => {
      isWritten = (await isStillHere(device, batch)) && (await edit.write());
      if (!isWritten) return;
      await writeCharts(device, batch);
      if (batch.unreadable > 0) await keepUnreadable(device);
      await also();
    });
    if (written === stale || isWritten) return written;
    Object.assign(batch, await batch.again());
    edit = await mirrorEdit(device, batch.change);
  }
}

/** Patients that arrive by name, and those this user is working on, become local. */
function admit(puts: Put[], { everything, working, own }: Wish, local: Set<string>, batch: MirrorBatch): void {
  const since = working ? { workingAt: Date.now() } : {};
  for (const { entity, rows } of puts) {
    if (entity !== 'patients') continue;
    for (const { PatientId } of rows) {
      if (typeof PatientId !== 'string' || (local.has(PatientId) && !working)) continue;
      if (!everything && !own?.has(PatientId) && !batch.strangers.has(PatientId)) continue;
      local.add(PatientId);
      const isWanted = batch.strangers.has(PatientId) ? { isWanted: true } : {};
      batch.charts.push({ PatientId, openedAt: 0, hydratedAt: null, ...since, ...isWanted });
    }
  }
  // A visit that was moved into these days, or repaired, comes without its patient.
  for (const PatientId of batch.strangers) {
    if (local.has(PatientId)) continue;
    local.add(PatientId);
    batch.charts.push({ PatientId, openedAt: 0, hydratedAt: null, isWanted: true });
  }
}

function isKept(entity: EntityName, row: Row, local: Set<string>): boolean {
  const { keep } = keptRows[entity];
  if (keep === 'day') return isNear(clearKey(entity, 'day', row) ?? '');
  return keep === 'all' || local.has(String(row.PatientId)) || (keep === 'window' && isInWindow(row));
}

function isInWindow({ Start }: Row): boolean {
  return isNear(String(Start).slice(0, 10));
}

function isNear(day: string): boolean {
  const { from, to } = keptDays();
  return day >= from && day <= to;
}

/** A visit of these days whose patient is new here: the patient's row comes with it, the chart is fetched after. */
function findStrangers(puts: Put[], local: Set<string>, batch: MirrorBatch): void {
  for (const { entity, rows } of puts) {
    if (entity !== 'visits') continue;
    for (const row of rows)
      if (isInWindow(row) && !local.has(String(row.PatientId))) batch.strangers.add(String(row.PatientId));
  }
}
