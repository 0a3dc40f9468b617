import { parseISO } from 'date-fns/parseISO';
import type { z } from 'zod';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { PatientName } from '#contract/patients/patient.ts';
import type { Put, syncEndpoints } from '#contract/sync/endpoints.ts';
import { clinicEntities, patientEntities, visitEntities } from '#contract/sync/sameness.ts';
import type { Ctx, Tx } from '#server/kit/context.ts';
import { scopesOf } from '#server/kit/identity.ts';
import { scopesDigest } from './cookie.ts';
import { putOf, rowsWhere, rowsWith, type Row } from './store.ts';

type Input = z.output<typeof syncEndpoints.hydrate.input>;
type Reply = z.input<typeof syncEndpoints.hydrate.reply>;
/**
 * What one reply brings of a patient of the working set: their own rows, visits, and what hangs on some of the
 * visits. `rows` is about how many that will be.
 */
type Part = { PatientId: string; own: boolean; visits: string[]; hanging: string[]; rows: number };

/** Enough that the way there and back does not count, few enough to be stored at once. */
const rowsInReply = 5_000;
/** Rows to be expected of a patient without visits, and on a visit that took place. */
const usual = { own: 3, hanging: 7 };
const namesInReply = 2_000;
const firstKey = '00000000-0000-0000-0000-000000000000';

/** One reply of the working set, chart by chart in key order, so that a broken-off device goes on where it was. */
export async function hydrate(input: Input, ctx: Ctx): Promise<Reply> {
  return { ...(await workingPage(input, ctx)), scopes: scopesDigest(scopesOf(ctx.caller)) };
}

async function workingPage(input: Input, { tx, caller, now }: Ctx): Promise<Omit<Reply, 'scopes'>> {
  const { site } = caller;
  const key = readMark(input.after);
  if (input.priority === 'names') return namePage(tx, site, key);
  const today = await todayIn(tx, site, now);
  const parts = await workingParts(tx, { site, today, priority: input.priority });
  const left = parts.filter(({ PatientId }) => PatientId > key);
  const page = firstOf(left);
  const put: Put[] = [];
  if (input.priority === 'P0' && input.after === null)
    for (const entity of clinicEntities) put.push(putOf(entity, await rowsWhere(tx, entity, 'true', [site])));
  const own = page.flatMap((part) => (part.own ? [part.PatientId] : []));
  const visits = page.flatMap((part) => part.visits);
  const hanging = page.flatMap((part) => part.hanging);
  for (const entity of patientEntities) put.push(putOf(entity, await rowsWith(tx, site, entity, 'PatientId', own)));
  for (const entity of visitEntities) {
    const ids = entity === 'visits' ? visits : hanging;
    put.push(putOf(entity, await rowsWith(tx, site, entity, 'VisitId', ids)));
  }
  const after = page.length < left.length ? `0:${page.at(-1)?.PatientId}` : null;
  return { put: put.filter(({ rows }) => rows.length > 0), names: [], after };
}

/** As many as fit one reply, and at least one. */
function firstOf(parts: Part[]): Part[] {
  let sum = 0;
  const end = parts.findIndex(({ rows }, at) => {
    sum += rows;
    return at > 0 && sum > rowsInReply;
  });
  return end === -1 ? parts : parts.slice(0, end);
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

type Chart = { PatientId: string; near: string[]; soon: string[]; done: number };
type Wish = { site: string; today: string; priority: 'P0' | 'P1' };

/**
 * The working set is the charts of everyone in treatment, and 60 days of visits either way. P0 is whoever comes
 * this week or next, with all of these visits, because a patient is stored as one, and what hangs on the visits of
 * the two weeks; P1 is the others, and what hangs on the other visits. By PatientId.
 */
async function workingParts(tx: Tx, { site, today, priority }: Wish): Promise<Part[]> {
  const charts = await workingCharts(tx, site, today);
  const parts = charts.map(({ PatientId, near, soon, done }): Part => {
    const isFirst = soon.length > 0;
    if (isFirst === (priority === 'P0')) {
      const hanging = isFirst ? soon : near;
      const rows = usual.own + near.length + usual.hanging * Math.min(done, hanging.length);
      return { PatientId, own: true, visits: near, hanging, rows };
    }
    const known = new Set(soon);
    const hanging = isFirst ? near.filter((id) => !known.has(id)) : [];
    return { PatientId, own: false, visits: [], hanging, rows: usual.hanging * Math.min(done, hanging.length) };
  });
  return parts.filter(({ own, hanging }) => own || hanging.length > 0);
}

/** Visits that were begun and not finished stay on the work list, whenever in the last month they were. */
async function workingCharts(tx: Tx, site: string, today: string): Promise<Chart[]> {
  const sunday = addDays(today, -parseISO(today).getDay());
  const yesterday = addDays(today, -1);
  const soon = `"Start" < $5 and ("Start" >= $4 or ("Start" >= $6 and stage in ('checkedIn', 'inProgress', 'review', 'billing')))`;
  const found = await tx.rows<Chart>(
    `select "PatientId", array_agg("VisitId"::text) as near,
       coalesce(array_agg("VisitId"::text) filter (where ${soon}), '{}') as soon,
       count(*) filter (where stage not in ('scheduled', 'confirmed', 'cancelled', 'noShow', 'lateCancel'))::int as done
     from visits where site = $1 and "Start" >= $2 and "Start" < $3 group by 1`,
    [
      site,
      addDays(today, -60),
      addDays(today, 61),
      sunday < yesterday ? sunday : yesterday,
      addDays(sunday, 14),
      addDays(today, -30),
    ],
  );
  const active = await tx.rows<{ PatientId: string }>(
    `select distinct "PatientId" from cases where site = $1 and "DischargedAt" is null`,
    [site],
  );
  const charts = new Map<string, Chart>(
    active.map(({ PatientId }) => [PatientId, { PatientId, near: [], soon: [], done: 0 }]),
  );
  for (const chart of found) charts.set(chart.PatientId, chart);
  return [...charts.values()].toSorted((a, b) => (a.PatientId < b.PatientId ? -1 : 1));
}

async function namePage(tx: Tx, site: string, key: string): Promise<Omit<Reply, 'scopes'>> {
  const rows = await tx.rows<Row>(
    `select "PatientId", "FirstName", "LastName", "PreferredName", "DateOfBirth", "Phone" from patients
     where site = $1 and "PatientId" > $2::uuid order by "PatientId" limit $3`,
    [site, key, namesInReply],
  );
  const names = rows.map((row) => PatientName.parse(row));
  return { put: [], names, after: names.length < namesInReply ? null : `0:${names.at(-1)?.PatientId}` };
}

function readMark(after: string | null): string {
  if (after === null) return firstKey;
  const [, key] = /^0:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(after) ?? [];
  return key ?? fail('invalid', 'The page mark was not given by this server. Nothing was changed.');
}
