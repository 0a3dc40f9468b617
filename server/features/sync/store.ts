import { addDays } from '#contract/base/dates.ts';
import type { EntityName } from '#contract/entities.ts';
import { entities } from '#contract/entities.ts';
import type { Outcome, PulledOutcome, Put } from '#contract/sync/endpoints.ts';
import type { Sum } from '#contract/sync/sameness.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';
import { holdDevice } from '#server/kit/auth/devices.ts';
import { tables } from '#server/kit/db/tables.ts';
import type { Snapshot } from './snapshot.ts';

export type Row = Record<string, unknown>;

/** A row with 64 bits that change when it does, as decimal text. */
export type Versioned = { row: Row; version: string };

// Of the row as it is stored: adds 5 % to reading 20,000 visits, where a hash of their JSON text added 60 %.
const version = 'hash_record_extended(t, 0)';

/** Row-level security leaves out what lies outside the caller's scopes. */
export async function rowsWhere(tx: Tx, entity: EntityName, where: string, values: unknown[]): Promise<Versioned[]> {
  const found = await tx.rows<Row & { rowVersion: string }>(
    `select ${columnsOf(entity, 't')}, ${version}::text as "rowVersion" from ${tables[entity]} t where t.site = $1 and ${where}`,
    values,
  );
  return found.map(({ rowVersion, ...row }) => ({ row, version: rowVersion }));
}

/** What goes to a device of rows of one entity. */
export function putOf(entity: EntityName, found: Iterable<Versioned>): Put {
  const all = [...found];
  return { entity, rows: all.map((each) => each.row), versions: all.map((each) => each.version) };
}

/** Counts and sums of versions, by the last digit of the key. */
export function sumsWhere(tx: Tx, entity: EntityName, where: string, values: unknown[]): Promise<Sum[]> {
  return tx.rows<Sum>(
    `select '${entity}' as entity, right(t."${entities[entity].key}"::text, 1) as bucket,
       count(*)::int as count, sum(${version})::text as sum
     from ${tables[entity]} t where t.site = $1 and ${where} group by 2`,
    values,
  );
}

export function rowsWith(
  tx: Tx,
  site: string,
  entity: EntityName,
  column: string,
  ids: string[],
): Promise<Versioned[]> {
  // As text: the driver looks at every character of every element of a list.
  return rowsWhere(tx, entity, `t."${column}" = any ($2::uuid[])`, [site, `{${ids.join()}}`]);
}

/** Notes that are of a case alone: they come with the rows of their patient. */
export function notesOfNoVisit(tx: Tx, site: string, PatientIds: string[]): Promise<Versioned[]> {
  const where = 't."PatientId" = any ($2::uuid[]) and t."VisitId" is null';
  return rowsWhere(tx, 'visitNotes', where, [site, `{${PatientIds.join()}}`]);
}

export function rowsByKey(tx: Tx, site: string, entity: EntityName, keys: string[]): Promise<Versioned[]> {
  return rowsWith(tx, site, entity, entities[entity].key, keys);
}

/** Where this transaction stands in the history. */
export async function historyNow(tx: Tx): Promise<{ snapshot: Snapshot; epoch: string; boot: string }> {
  const [now] = await tx.rows<{ snapshot: string; epoch: string; boot: string }>(
    `select pg_current_snapshot()::text as snapshot, epoch::text as epoch, pg_postmaster_start_time()::text as boot from sync_epoch`,
  );
  if (!now) throw new Error('The database has no epoch.');
  return now;
}

/** Part of the history: from one snapshot to a later one. */
export type Delta = {
  since: Snapshot;
  target: Snapshot;
  /** No transaction before it needs to be looked at. */
  floor: string;
  /** Not null: whatever was logged from this time on counts as new. */
  again: string | null;
};

const inDelta = `xid >= $2::xid8 and pg_visible_in_snapshot(xid, $4::pg_snapshot)
    and (not pg_visible_in_snapshot(xid, $3::pg_snapshot) or at >= $5::timestamptz)`;

export type ChangedKey = { entity: EntityName; pk: string; wasInScope: boolean; isNew: boolean };

/** Each row the delta touches once, in key order, whoever may see it. */
export function changedKeys(
  tx: Tx,
  site: string,
  delta: Delta,
  page: { entity: string; pk: string; limit: number },
): Promise<ChangedKey[]> {
  return tx.rows<ChangedKey>(
    `select entity, pk, bool_or(scope_old is not null and in_scope(scope_old)) as "wasInScope",
       bool_or(scope_old is distinct from scope_new) as "isNew"
     from sync_change where site = $1 and ${inDelta} and (entity, pk) > ($6, $7)
     group by entity, pk order by entity, pk limit $8`,
    [site, delta.floor, delta.since, delta.target, delta.again, page.entity, page.pk, page.limit],
  );
}

const outcomeColumns = 'mid, status, kind, reason, current, "madeAt"';

export function outcomesIn(tx: Tx, site: string, device: string, delta: Delta): Promise<PulledOutcome[]> {
  return tx.rows<PulledOutcome>(
    `select ${outcomeColumns} from sync_outcome where site = $1 and "DeviceId" = $6 and ${inDelta} order by mid`,
    [site, delta.floor, delta.since, delta.target, delta.again, device],
  );
}

/** For a device that starts anew with a full outbox; more than this never waits. */
export async function latestOutcomes(tx: Tx, site: string, device: string): Promise<PulledOutcome[]> {
  const found = await tx.rows<PulledOutcome>(
    `select ${outcomeColumns} from sync_outcome where site = $1 and "DeviceId" = $2 order by mid desc limit 2000`,
    [site, device],
  );
  return found.toReversed();
}

export function outcomesOf(tx: Tx, site: string, device: string, mids: number[]): Promise<PulledOutcome[]> {
  return tx.rows<PulledOutcome>(
    `select ${outcomeColumns} from sync_outcome where site = $1 and "DeviceId" = $2 and mid = any ($3::bigint[])`,
    [site, device, mids],
  );
}

/** Whose device it is; undefined for one that never sent anything. */
export async function ownerOf(tx: Tx, site: string, device: string): Promise<string | undefined> {
  const found = await tx.maybe<{ UserId: string }>(`select "UserId" from devices where site = $1 and "DeviceId" = $2`, [
    site,
    device,
  ]);
  return found?.UserId;
}

/** Up to which number the device's calls may have been run and forgotten. */
export async function forgottenThrough(tx: Tx, site: string, device: string): Promise<number> {
  const found = await tx.maybe<{ through: number }>(
    `select "forgottenThrough" as through from devices where site = $1 and "DeviceId" = $2`,
    [site, device],
  );
  return found?.through ?? 0;
}

/** Holds the device until the transaction ends; false when it is someone else's, a refusal when it must erase itself. */
export async function lockDevice(tx: Tx, site: string, device: string, UserId: string): Promise<boolean> {
  const owner = await holdDevice(tx, { site, DeviceId: device, UserId });
  // The audit entries of what follows name the device.
  await tx.run(`select set_config('app.device', $1, true)`, [device]);
  return owner === UserId;
}

/** A visit's `updated_at`, or undefined when the id is no visit's. */
export async function stampOf(tx: Tx, site: string, VisitId: string, hold = ''): Promise<string | undefined> {
  const found = await tx.maybe<{ stamp: string }>(
    `select to_jsonb(updated_at) #>> '{}' as stamp from visits where site = $1 and "VisitId" = $2::uuid ${hold}`,
    [site, VisitId],
  );
  return found?.stamp;
}

/** The same of a visit held against other writers until the transaction ends. */
export function holdStamp(tx: Tx, site: string, VisitId: string): Promise<string | undefined> {
  return stampOf(tx, site, VisitId, 'for no key update');
}

/** The stamp that the device's own earlier calls made out of the one it knows; the same one when there were none. */
export async function followStamps(
  tx: Tx,
  of: { site: string; device: string; record: string; stamp: string },
): Promise<string> {
  const [last] = await tx.rows<{ stamp: string }>(
    `with recursive chain as (
       select $4::timestamptz as stamp, 0 as step
       union all
       select own."stampTo", step + 1 from chain join (
         select "stampFrom", "stampTo" from sync_outcome where site = $1 and "DeviceId" = $2 and record = $3
         union
         select "stampFrom", "stampTo" from sync_stamp where site = $1 and "DeviceId" = $2 and record = $3
       ) own on own."stampFrom" = chain.stamp and step < 1000
     )
     select to_jsonb(stamp) #>> '{}' as stamp from chain order by step desc limit 1`,
    [of.site, of.device, of.record, of.stamp],
  );
  return last?.stamp ?? of.stamp;
}

/** Keeps for later calls of the device from which to which state one of its calls moved visits. */
export async function keepStamps(
  tx: Tx,
  of: { site: string; device: string },
  stamps: readonly { VisitId: string; was: string; is: string }[],
): Promise<void> {
  if (stamps.length === 0) return;
  await tx.run(
    `insert into sync_stamp (site, "DeviceId", record, "stampFrom", "stampTo")
     select $1, $2, one ->> 'VisitId', (one ->> 'was')::timestamptz, (one ->> 'is')::timestamptz
     from jsonb_array_elements($3::jsonb) one on conflict do nothing`,
    [of.site, of.device, JSON.stringify(stamps)],
  );
}

/** The columns that say on which day a row is, where rows are kept by it. */
const dayColumns = { visits: 'Start', nonPatientVisits: 'Start', customDays: 'day' } as const;
export type DayEntity = keyof typeof dayColumns;

/** The values of `onDays` for days that include both ends. A date has four digits of a year, and no day is past them. */
export function boundsOf(first: string, last: string, reach = 0): [from: string, until: string] {
  const [from, until] = [addDays(first, -reach), addDays(last, reach + 1)];
  return [/^(?!0000)\d/.test(from) ? from : '0001-01-01', /^\d/.test(until) ? until : 'infinity'];
}

/** A condition on `t` for rows of the days from `$at` up to, not including, `$(at + 1)`. */
export function onDays(entity: DayEntity, at: number): string {
  const column = dayColumns[entity];
  const type = column === 'day' ? '::date' : '';
  return `t."${column}" >= $${at}${type} and t."${column}" < $${at + 1}${type}`;
}

export type NewOutcome = Outcome & {
  name: string;
  madeAt: string;
  clockOffset: number;
  stamps: { record: string; from: string; to: string } | null;
};

export async function insertOutcome(tx: Tx, site: string, device: string, outcome: NewOutcome): Promise<void> {
  const { stamps } = outcome;
  await tx.run(
    `insert into sync_outcome (site, "DeviceId", mid, name, status, kind, reason, current, "madeAt", "clockOffset", record, "stampFrom", "stampTo")
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12::timestamptz, $13::timestamptz)`,
    [
      site,
      device,
      outcome.mid,
      outcome.name,
      outcome.status,
      outcome.kind,
      outcome.reason,
      outcome.current === null || outcome.current === undefined ? null : JSON.stringify(outcome.current),
      outcome.madeAt,
      outcome.clockOffset,
      stamps?.record,
      stamps?.from,
      stamps?.to,
    ],
  );
}
