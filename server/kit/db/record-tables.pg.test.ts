import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await testDatabase()));
afterAll(() => db.close());

type Found = { name: string };
const tablesWith = (column: string) =>
  db.owner<Found>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = $1
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    [column],
  );

/** Tables whose rows are seen otherwise than their case, or by nobody through a scope. */
const seenOtherwise = [
  'cases',
  'visits',
  'visit_notes',
  'services',
  'subject_notes',
  'tasks',
  'goal_numbers',
  'visit_exercises',
  'booking_holds',
];

test('every table with a case is seen like it, moves with it and goes with it; tasks stay', async () => {
  const [{ body } = { body: '' }] = await db.owner<{ body: string }>(
    `select pg_get_functiondef('remove_case'::regproc) || pg_get_functiondef('uses_of_case'::regproc) as body`,
  );
  const covered = await db.owner<Found & { follows: boolean; cascades: boolean; stays: boolean }>(
    `select c.relname as name,
       exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'scope_like_case'::regproc) as follows,
       exists (select from pg_constraint k where k.conrelid = c.oid and k.confrelid = 'cases'::regclass and k.confdeltype = 'c') as cascades,
       exists (select from pg_constraint k where k.conrelid = c.oid and k.confrelid = 'cases'::regclass and k.confdeltype = 'n') as stays
     from pg_class c where c.relkind = 'r'`,
  );
  const tables = (await tablesWith('CaseId')).map(({ name }) => covered.find((one) => one.name === name));
  expect(tables.length).toBeGreaterThan(6);
  expect(tables.filter((one) => one && !one.follows && !seenOtherwise.includes(one.name))).toEqual([]);
  const left = tables.filter((one) => one && !one.cascades && !new RegExp(`\\b${one.name}\\b`).test(body));
  expect(left).toEqual([expect.objectContaining({ name: 'tasks', stays: true })]);
});

/**
 * Kept by the server for itself, or by rules of their own: the audit log, consents, links and logins, news, who was looked at, and
 * which rows of imports were said to be whom.
 * Files, forms and surveys, which no device keeps, are seen like the patient: by the whole site.
 */
const unscoped = [
  'audit_entry',
  'consent_ledger',
  'contact_changes',
  'emergency_accesses',
  'file_versions',
  'files',
  'import_same_people',
  'insurance_reviews',
  'intakes',
  'patient_links',
  'patient_sessions',
  'review_notes',
  'review_sends',
  'signed_consents',
  'survey_answers',
  'survey_sends',
  'visit_news',
];

test('every other table with a patient has row security by scope', async () => {
  const tables = (await tablesWith('PatientId')).map(({ name }) => name);
  const scoped = await db.owner<Found>(
    `select distinct tablename as name from pg_policies where qual like '%in_scope%'`,
  );
  expect(tables.filter((name) => !scoped.some((one) => one.name === name))).toEqual(unscoped);
});

test('a new table of records of a case is seen like its case, moves with it and goes with it', async () => {
  await db.owner(`create table plans (site text not null references sites, "PlanId" uuid not null, "PatientId" uuid not null,
    "CaseId" uuid not null, updated_at timestamptz not null default clock_timestamp(), primary key (site, "PlanId"))`);
  await db.owner(`select case_table('plans', 'plans', 'PlanId')`);
  const [one] = await db.owner<{ CaseId: string; scope: string; other: string }>(
    `select c."CaseId", c.scope, f."FacilityId" as other from cases c
     join facilities f on f.site = c.site and f."FacilityId" <> c."FacilityId"
     where c.site = 'demo' and uses_of_case(c."CaseId") is null and not exists
       (select from visits v where v.site = c.site and v."CaseId" = c."CaseId") limit 1`,
  );
  const ids = [one?.CaseId];
  await db.owner(
    `insert into plans (site, "PlanId", "PatientId", "CaseId")
     select site, gen_random_uuid(), "PatientId", "CaseId" from cases where site = 'demo' and "CaseId" = $1`,
    ids,
  );
  const scopes = () => db.owner<{ scope: string }>(`select scope from plans`);
  expect(await scopes()).toEqual([{ scope: one?.scope }]);
  await db.owner(`update cases set "FacilityId" = $2 where site = 'demo' and "CaseId" = $1`, [...ids, one?.other]);
  expect(await scopes()).toEqual([{ scope: `facility:${one?.other}` }]);
  await db.owner(`delete from scripts where "CaseId" = $1`, ids);
  await db.owner(`delete from authorizations where "CaseId" = $1`, ids);
  await db.owner(`delete from cases where site = 'demo' and "CaseId" = $1`, ids);
  expect(await scopes()).toEqual([]);
  const changes = await db.owner(`select from sync_change where entity = 'plans'`);
  expect(changes.length).toBeGreaterThan(1);
});
