import { parseISO } from 'date-fns/parseISO';
import type { z } from 'zod';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { PatientName } from '#contract/patients/patient-name.ts';
import type { Put, syncEndpoints } from '#contract/sync/endpoints.ts';
import { clinicEntities, dayEntities, patientEntities, visitEntities } from '#contract/sync/sameness.ts';
import type { Ctx, Tx } from '#server/kit/context.ts';
import { scopesOf } from '#server/kit/auth/identity.ts';
import { scopesDigest } from './cookie.ts';
import { boundsOf, notesOfNoVisit, onDays, putOf, type Row, rowsWhere, rowsWith } from './store.ts';

type Input = z.output<typeof syncEndpoints.hydrate.input>;
type Reply = z.input<typeof syncEndpoints.hydrate.reply>;
/**
 * What one reply brings of a patient of the working set: their own rows, visits, and what hangs on some of the
 * visits. `rows` is about how many that will be.
 */
type Part = { PatientId: string; own: boolean; visits: string[]; hanging: string[]; rows: number };

/** Enough that the way there and back does not count, few enough to be stored at once. */
const rowsInReply = 6_000;
/** So few that the device soon has something to store; each next reply brings twice as many, read while it does so. */
const rowsInFirstReply = 1_000;
/** Rows to be expected of a patient without visits, and on a visit that took place. */
const usual = { own: 3, hanging: 7 };
const namesInReply = 2_000;
/** Days of visits either way (sync.md). */
const reach = 60;
/** Days back to which visits come because an authorization counts them: none holds for longer than a year. */
const oldestCounted = 400;
const firstKey = '00000000-0000-0000-0000-000000000000';

/** One reply of the working set, chart by chart in key order, so that a broken-off device goes on where it was. */
export async function hydrate(input: Input, ctx: Ctx): Promise<Reply> {
  return { ...(await workingPage(input, ctx)), scopes: scopesDigest(scopesOf(ctx.caller)) };
}

async function workingPage(input: Input, { tx, caller, now }: Ctx): Promise<Omit<Reply, 'scopes'>> {
  const { site } = caller;
  const { page: before, key } = readMark(input.after);
  const day = input.day ?? (await todayIn(tx, site, now));
  if (input.priority === 'names') return { ...(await namePage(tx, site, key)), day };
  const left = await workingParts(tx, { site, day, priority: input.priority, key });
  const page = firstOf(left, Math.min(rowsInReply, rowsInFirstReply * 2 ** before));
  const put: Put[] = [];
  if (input.priority === 'P0' && input.after === null) put.push(...(await clinicRows(tx, site, day)));
  const own = page.flatMap((part) => (part.own ? [part.PatientId] : []));
  const visits = page.flatMap((part) => part.visits);
  const hanging = page.flatMap((part) => part.hanging);
  for (const entity of patientEntities) put.push(putOf(entity, await rowsWith(tx, site, entity, 'PatientId', own)));
  for (const entity of visitEntities) {
    const ids = entity === 'visits' ? visits : hanging;
    put.push(putOf(entity, await rowsWith(tx, site, entity, 'VisitId', ids)));
  }
  put.push(putOf('visitNotes', await notesOfNoVisit(tx, site, own)));
  const after = page.length < left.length ? `0:${page.at(-1)?.PatientId}:${before + 1}` : null;
  return { put: put.filter(({ rows }) => rows.length > 0), names: [], after, day };
}

/** What is no patient's: all of the clinic, and its calendar as far as visits go. */
async function clinicRows(tx: Tx, site: string, day: string): Promise<Put[]> {
  const put: Put[] = [];
  for (const entity of clinicEntities) put.push(putOf(entity, await rowsWhere(tx, entity, 'true', [site])));
  const days = boundsOf(day, day, reach);
  for (const entity of dayEntities)
    put.push(putOf(entity, await rowsWhere(tx, entity, onDays(entity, 2), [site, ...days])));
  return put;
}

/** As many as fit one reply, and at least one. */
function firstOf(parts: Part[], most: number): Part[] {
  let sum = 0;
  const end = parts.findIndex(({ rows }, at) => {
    sum += rows;
    return at > 0 && sum > most;
  });
  return end === -1 ? parts : parts.slice(0, end);
}

/** Every row of one patient's chart that the caller may see. */
export async function chart({ id }: { id: string }, { tx, caller }: Ctx): Promise<{ put: Put[]; scopes: string }> {
  const put: Put[] = [];
  for (const entity of [...patientEntities, ...visitEntities]) {
    const rows = await rowsWith(tx, caller.site, entity, 'PatientId', [id]);
    if (entity === 'patients' && rows.length === 0) fail('not-found', 'This patient was not found.');
    put.push(putOf(entity, rows));
  }
  return { put, scopes: scopesDigest(scopesOf(caller)) };
}

async function todayIn(tx: Tx, site: string, now: Date): Promise<string> {
  const found = await tx.maybe<{ TimeZone: string }>(`select "TimeZone" from sites where site = $1`, [site]);
  return wallTimeIn(found?.TimeZone ?? 'UTC', now).slice(0, 10);
}

/** `open`: begun and not finished, which stay on the work list whenever in the last month they were. */
type Chart = { PatientId: string; near: string[]; soon: string[]; open: string[]; done: number };
/** `key`: those after this PatientId. */
type Wish = { site: string; day: string; priority: 'P0' | 'P1'; key: string };

/**
 * The working set is the charts of everyone in treatment, 60 days of visits either way, and the visits beyond these
 * days that an authorization or a script counts. P0 is whoever comes
 * this week or next or is not done yet, with all of these visits, because a patient is stored as one, and what hangs
 * on the visits that made them one; P1 is the others, and what hangs on the other visits. By PatientId. Whom P1
 * leaves out is a matter of days alone: a visit that was begun in between would leave its patient out of both.
 */
async function workingParts(tx: Tx, { site, day, priority, key }: Wish): Promise<Part[]> {
  const charts = await workingCharts(tx, { site, day, key });
  const parts = charts.map(({ PatientId, near, soon, open, done }): Part => {
    const isP0 = priority === 'P0';
    const known = new Set(isP0 ? [] : soon);
    const hanging = isP0 ? [...soon, ...open] : near.filter((id) => !known.has(id));
    const own = isP0 ? hanging.length > 0 : soon.length === 0;
    const rows = (own ? usual.own + near.length : 0) + usual.hanging * Math.min(done, hanging.length);
    return { PatientId, own, visits: own ? near : [], hanging, rows };
  });
  return parts.filter(({ own, hanging }) => own || hanging.length > 0);
}

/**
 * What allows so many visits or units, of cases where one of these is not over on day $8: an older one has taken the
 * visits that it covers from the later one.
 */
const grants = `
  select * from (
    select *, bool_or("End" is null or "End" >= $8::date) over (partition by "CaseId", kind) as holds from (
      select site, "CaseId", "Start", "End", 'authorization' as kind from authorizations
      where site = $1 and "PatientId" > $7::uuid and "Status" = 'approved' and "Kind" <> 'dates'
      union all
      select site, "CaseId", "Start", "End", 'script' from scripts
      where site = $1 and "PatientId" > $7::uuid and "Visits" is not null
    ) counted
  ) counted where holds`;

async function workingCharts(tx: Tx, { site, day, key }: Omit<Wish, 'priority'>): Promise<Chart[]> {
  const sunday = addDays(day, -parseISO(day).getDay());
  const yesterday = addDays(day, -1);
  const open = `"Start" >= $6 and "Start" < $4 and stage in ('checkedIn', 'inProgress', 'review', 'billing')`;
  // As JSON, which reaches JavaScript in half the time of arrays.
  const found = await tx.rows<Chart>(
    `select "PatientId", json_agg("VisitId"::text) as near,
       coalesce(json_agg("VisitId"::text) filter (where "Start" >= $4 and "Start" < $5), '[]') as soon,
       coalesce(json_agg("VisitId"::text) filter (where ${open}), '[]') as open,
       count(*) filter (where stage not in ('scheduled', 'confirmed', 'cancelled', 'noShow', 'lateCancel'))::int as done
     from (
       select "PatientId", "VisitId", "Start", stage from visits
       where site = $1 and "Start" >= $2 and "Start" < $3 and "PatientId" > $7::uuid
       union all
       select distinct v."PatientId", v."VisitId", v."Start", v.stage
       from (${grants}) g join cases c using (site, "CaseId") join visits v using (site, "CaseId")
       where c."DischargedAt" is null and not (v."Start" >= $2 and v."Start" < $3) and v."PatientId" > $7::uuid
         and v.stage not in ('cancelled', 'noShow', 'lateCancel')
         and left(v."Start", 10) between greatest(g."Start", $8::date - ${oldestCounted})::text and coalesce(g."End"::text, '9999-12-31')
     ) visits group by 1`,
    [
      site,
      addDays(day, -reach),
      addDays(day, reach + 1),
      sunday < yesterday ? sunday : yesterday,
      addDays(sunday, 14),
      addDays(day, -30),
      key,
      day,
    ],
  );
  const active = await tx.rows<{ PatientId: string }>(
    `select distinct "PatientId" from cases where site = $1 and "DischargedAt" is null and "PatientId" > $2::uuid`,
    [site, key],
  );
  const charts = new Map<string, Chart>(
    active.map(({ PatientId }) => [PatientId, { PatientId, near: [], soon: [], open: [], done: 0 }]),
  );
  for (const chart of found) charts.set(chart.PatientId, chart);
  return [...charts.values()].toSorted((a, b) => (a.PatientId < b.PatientId ? -1 : 1));
}

async function namePage(tx: Tx, site: string, key: string): Promise<Pick<Reply, 'put' | 'names' | 'after'>> {
  const rows = await tx.rows<Row>(
    `select "PatientId", "FirstName", "LastName", "PreferredName", "DateOfBirth", "Phone" from patients
     where site = $1 and "PatientId" > $2::uuid order by "PatientId" limit $3`,
    [site, key, namesInReply],
  );
  const names = rows.map((row) => PatientName.parse(row));
  return { put: [], names, after: names.length < namesInReply ? null : `0:${names.at(-1)?.PatientId}` };
}

/** How many pages came before, where that counts, and what the last of them ended with. */
function readMark(after: string | null): { page: number; key: string } {
  if (after === null) return { page: 0, key: firstKey };
  const [, key, page = '0'] = /^0:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::(\d{1,4}))?$/.exec(after) ?? [];
  if (key === undefined) fail('invalid', 'The page marker is not from this server. Nothing was changed.');
  return { page: Number(page), key };
}
