import { entities, type EntityName } from '#contract/entities.ts';
import type { Put } from '#contract/sync/endpoints.ts';
import { mirrorTable, type LocalChart, type MirrorRow } from '#local/db.ts';
import type { Device } from '#local/device.ts';
import { keptDays } from '#local/kept-days.ts';
import { placeOf, sealAll } from '#local/seal.ts';

/** Rows ready to be written: sealed before the transaction opens. */
export type MirrorBatch = {
  rows: Map<EntityName, MirrorRow[]>;
  gone: Map<EntityName, string[]>;
  charts: LocalChart[];
  /** Patients with a visit here whose chart is not. */
  strangers: Set<string>;
  /** Rows the contract does not know how to read; the app is too old or they are damaged. */
  unreadable: number;
};

/**
 * `everything`: rows were asked for by name (hydrate, chart), so all are kept; `working`: as part of the working
 * set; `own` patients are kept too.
 */
type Wish = { everything: boolean; working?: boolean; own?: ReadonlySet<string> };

type Row = Record<string, unknown>;
type Versioned = { row: Row; version: string };

export async function mirrorBatch(device: Device, puts: Put[], wish: Wish): Promise<MirrorBatch> {
  const batch: MirrorBatch = { rows: new Map(), gone: new Map(), charts: [], strangers: new Set(), unreadable: 0 };
  const local = new Set(await device.mirror.charts.toCollection().primaryKeys());
  if (!wish.everything) findStrangers(puts, local, batch);
  admit(puts, wish, local, batch);
  for (const { entity, rows, versions } of puts) {
    const kept: Versioned[] = [];
    rows.forEach((raw, at) => {
      const parsed = entities[entity].schema.safeParse(raw);
      if (!parsed.success) batch.unreadable += 1;
      else if (wish.everything || isKept(entity, parsed.data, local))
        kept.push({ row: parsed.data, version: versions[at] ?? '' });
      else push(batch.gone, entity, [keyIn(entity, parsed.data)]);
    });
    push(batch.rows, entity, await sealRows(device, entity, kept));
  }
  return batch;
}

/** Writes inside the caller's transaction. */
export async function writeBatch(device: Device, batch: MirrorBatch): Promise<void> {
  for (const [entity, rows] of batch.rows) if (rows.length > 0) await mirrorTable(device.mirror, entity).bulkPut(rows);
  for (const [entity, keys] of batch.gone) await mirrorTable(device.mirror, entity).bulkDelete(keys);
  const known = await device.mirror.charts.bulkGet(batch.charts.map((chart) => chart.PatientId));
  const changed = batch.charts.flatMap((chart, at) => {
    const before = known[at];
    if (before === undefined) return [chart];
    return chart.workingAt === undefined ? [] : [{ ...before, workingAt: chart.workingAt }];
  });
  await device.mirror.charts.bulkPut(changed);
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
      batch.charts.push({ PatientId, openedAt: 0, hydratedAt: null, ...since });
    }
  }
}

function isKept(entity: EntityName, row: Row, local: Set<string>): boolean {
  const { keep } = entities[entity];
  return keep === 'all' || local.has(String(row.PatientId)) || (keep === 'window' && isInWindow(row));
}

function isInWindow({ Start }: Row): boolean {
  const { from, to } = keptDays();
  const day = String(Start).slice(0, 10);
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

async function sealRows(device: Device, entity: EntityName, rows: Versioned[]): Promise<MirrorRow[]> {
  const clear = Object.entries(entities[entity].clear) as [string, (row: Row) => string][];
  const sealed = await sealAll(
    device.mirrorKey.key,
    rows.map(({ row }) => ({ place: placeOf(entity, keyIn(entity, row)), value: row })),
  );
  return rows.flatMap(({ row, version }, at) => {
    const one = sealed[at];
    return one
      ? [
          {
            key: keyIn(entity, row),
            version,
            ...Object.fromEntries(clear.map(([index, of]) => [index, of(row)])),
            ...one,
          },
        ]
      : [];
  });
}

function keyIn(entity: EntityName, row: Row): string {
  return String(row[entities[entity].key]);
}

function push<V>(map: Map<EntityName, V[]>, entity: EntityName, values: V[]): void {
  map.set(entity, [...(map.get(entity) ?? []), ...values]);
}
