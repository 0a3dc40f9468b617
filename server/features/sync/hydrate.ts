import { parseISO } from 'date-fns/parseISO';
import type { z } from 'zod';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { entities, type EntityName } from '#contract/entities.ts';
import { PatientName } from '#contract/patients/patient.ts';
import type { Put, syncEndpoints } from '#contract/sync/endpoints.ts';
import { clinicEntities, patientEntities, visitEntities } from '#contract/sync/sameness.ts';
import type { Ctx, Tx } from '#server/kit/context.ts';
import { scopesOf } from '#server/kit/identity.ts';
import { scopesDigest } from './cookie.ts';
import { putOf, rowsWhere, rowsWith, type Row, type Versioned } from './store.ts';

type Input = z.output<typeof syncEndpoints.hydrate.input>;
type Reply = z.input<typeof syncEndpoints.hydrate.reply>;
/** Rows of one entity whose `column` holds one of `ids`; all of them without a column. */
type Step = { entity: EntityName; column?: 'PatientId' | 'VisitId'; ids?: string[] };

const rowsInReply = 3_000;
const namesInReply = 2_000;
const firstKey = '00000000-0000-0000-0000-000000000000';

/** One reply of the working set, in key order within each entity, so that a broken-off device goes on where it was. */
export async function hydrate(input: Input, ctx: Ctx): Promise<Reply> {
  return { ...(await workingPage(input, ctx)), scopes: scopesDigest(scopesOf(ctx.caller)) };
}

async function workingPage(input: Input, { tx, caller, now }: Ctx): Promise<Omit<Reply, 'scopes'>> {
  if (input.priority === 'names') return namePage(tx, caller.site, input.after);
  const today = await todayIn(tx, caller.site, now);
  const steps =
    input.priority === 'P0' ? await firstSteps(tx, caller.site, today) : await chartSteps(tx, caller.site, today);
  let { at, key } = readMark(input.after, steps.length);
  let left = rowsInReply;
  const put: Put[] = [];
  for (let step = steps[at]; step !== undefined && left > 0; step = steps[at]) {
    const rows = await rowsOfStep(tx, step, { site: caller.site, key, left });
    if (rows.length > 0) put.push(putOf(step.entity, rows));
    if (rows.length === left)
      return { put, names: [], after: `${at}:${String(rows.at(-1)?.row[entities[step.entity].key])}` };
    left -= rows.length;
    at += 1;
    key = firstKey;
  }
  return { put, names: [], after: null };
}

function rowsOfStep(tx: Tx, step: Step, from: { site: string; key: string; left: number }): Promise<Versioned[]> {
  const key = `t."${entities[step.entity].key}"`;
  const values = [from.site, from.key, from.left];
  if (!step.column) return rowsWhere(tx, step.entity, `${key} > $2::uuid order by ${key} limit $3`, values);
  const where = `t."${step.column}" = any ($4::uuid[]) and ${key} > $2::uuid order by ${key} limit $3`;
  return rowsWhere(tx, step.entity, where, [...values, step.ids]);
}

/** Every row of one patient's chart that the caller may see. */
export async function chart({ id }: { id: string }, { tx, caller }: Ctx): Promise<{ put: Put[]; scopes: string }> {
  const put: Put[] = [];
  for (const entity of [...patientEntities, ...visitEntities]) {
    const rows = await rowsWith(tx, caller.site, entity, 'PatientId', [id]);
    if (entity === 'patients' && rows.length === 0) fail('not-found', 'There is no such patient here.');
    put.push(putOf(entity, rows));
  }
  return { put, scopes: scopesDigest(scopesOf(caller)) };
}

async function todayIn(tx: Tx, site: string, now: Date): Promise<string> {
  const found = await tx.maybe<{ TimeZone: string }>(`select "TimeZone" from sites where site = $1`, [site]);
  return wallTimeIn(found?.TimeZone ?? 'UTC', now).slice(0, 10);
}

/** P0: the clinic itself and the visits of this and next week with everything that hangs on them. */
async function firstSteps(tx: Tx, site: string, today: string): Promise<Step[]> {
  const sunday = addDays(today, -parseISO(today).getDay());
  const yesterday = addDays(today, -1);
  // Visits that were begun and not finished stay on the work list, whenever in the last month they were.
  const near = await tx.rows<{ VisitId: string; PatientId: string }>(
    `select "VisitId", "PatientId" from visits where site = $1 and "Start" >= $2 and "Start" < $3
     and ("Start" >= $4 or stage in ('checkedIn', 'inProgress', 'review', 'billing'))`,
    [site, addDays(today, -30), addDays(sunday, 14), sunday < yesterday ? sunday : yesterday],
  );
  const PatientIds = [...new Set(near.map((visit) => visit.PatientId))];
  const VisitIds = near.map((visit) => visit.VisitId);
  return [...clinicEntities.map((entity) => ({ entity })), ...stepsOf(PatientIds, VisitIds)];
}

/** P1: the charts of everyone in treatment, and 60 days of visits either way. */
async function chartSteps(tx: Tx, site: string, today: string): Promise<Step[]> {
  const near = await tx.rows<{ VisitId: string; PatientId: string }>(
    `select "VisitId", "PatientId" from visits where site = $1 and "Start" >= $2 and "Start" < $3`,
    [site, addDays(today, -60), addDays(today, 61)],
  );
  const active = await tx.rows<{ PatientId: string }>(
    `select "PatientId" from cases where site = $1 and "DischargedAt" is null`,
    [site],
  );
  const PatientIds = [...new Set([...active, ...near].map((each) => each.PatientId))];
  return stepsOf(
    PatientIds,
    near.map((visit) => visit.VisitId),
  );
}

function stepsOf(PatientIds: string[], VisitIds: string[]): Step[] {
  return [
    ...patientEntities.map((entity) => ({ entity, column: 'PatientId' as const, ids: PatientIds })),
    ...visitEntities.map((entity) => ({ entity, column: 'VisitId' as const, ids: VisitIds })),
  ];
}

async function namePage(tx: Tx, site: string, after: string | null): Promise<Omit<Reply, 'scopes'>> {
  const { key } = readMark(after, 1);
  const rows = await tx.rows<Row>(
    `select "PatientId", "FirstName", "LastName", "PreferredName", "DateOfBirth", "Phone" from patients
     where site = $1 and "PatientId" > $2::uuid order by "PatientId" limit $3`,
    [site, key, namesInReply],
  );
  const names = rows.map((row) => PatientName.parse(row));
  return { put: [], names, after: names.length < namesInReply ? null : `0:${names.at(-1)?.PatientId}` };
}

function readMark(after: string | null, steps: number): { at: number; key: string } {
  if (after === null) return { at: 0, key: firstKey };
  const [, at, key] = /^(\d{1,2}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(after) ?? [];
  if (at === undefined || key === undefined || Number(at) >= steps) {
    fail('invalid', 'The page mark was not given by this server. Nothing was changed.');
  }
  return { at: Number(at), key };
}
