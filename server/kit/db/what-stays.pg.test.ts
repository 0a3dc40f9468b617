import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
const logins: pg.Client[] = [];
/** What API_DATABASE_URL may name as well; this one never takes the role up, as a program with its password would. */
const member = `member_${randomBytes(4).toString('hex')}`;
beforeAll(async () => {
  db = await testDatabase();
  // What holds for a database and not for its tables is no part of the template.
  await migrate(db.ownerUrl);
  await db.owner(`create role ${member} login password 'x' in role mainstay_api`);
  const asMember = db.apiUrl.replace(/user=[^&]*/, `user=${member}`).replace(/password=[^&]*/, 'password=x');
  for (const connectionString of [db.apiUrl, asMember]) {
    const login = new pg.Client({ connectionString });
    await login.connect();
    await login.query(
      `select set_config('app.site', 'demo', false), set_config('app.scopes', 'site,facility:*,provider:*,billing', false)`,
    );
    logins.push(login);
  }
});
afterAll(async () => {
  for (const login of logins) await login.end();
  await db.owner(`drop role ${member}`);
  await db.close();
});

/** What a statement comes to, past every check of the server: the same for the API's own role and a member of it. */
async function asApi(text: string): Promise<string> {
  const comes: string[] = [];
  for (const login of logins) comes.push(await outcomeOf(login, text));
  expect(comes[1]).toBe(comes[0]);
  return comes[0]!;
}

async function outcomeOf(login: pg.Client, text: string): Promise<string> {
  await login.query('begin');
  try {
    return String((await login.query(text)).rowCount);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await login.query('rollback');
  }
}

test('no function with rights of its owner looks into pg_temp before our own names', async () => {
  const found = await db.owner<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
       and not coalesce(proconfig @> array['search_path=public, pg_temp'], false)`,
  );
  expect(found).toEqual([]);
  expect(await asApi('create temp table audit_entry (site text)')).toContain('permission denied');
});

/** Tables in which the API may write rows and not remove any, with the columns that it may change there. */
const kept = () =>
  db.owner<{ name: string; changes: string[] }>(
    `select c.relname as name, array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0
        and not attisdropped and has_column_privilege('mainstay_api', c.oid, attnum, 'update') order by 1) as changes
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and has_any_column_privilege('mainstay_api', c.oid, 'insert')
       and not has_table_privilege('mainstay_api', c.oid, 'delete, truncate') order by 1`,
  );

/** None may fall out of it; a new one is put here by who thinks about it. */
const appendOnly = [
  'audit_entry',
  'claim_files',
  'consent_ledger',
  'files',
  'home_program_logs',
  'insurance_reviews',
  'intake_forms',
  'ledger_entries',
  'message_steps',
  'outcome_responses',
  'plan_stamps',
  'review_sends',
  'signatures',
  'signed_consents',
  'survey_answers',
  'sync_outcome',
  'sync_stamp',
  'visit_history',
  'visit_reminders',
];
/** Rows stay, and what they say but for these. */
const mostlyKept = {
  emergency_accesses: ['reviewNote', 'reviewedAt', 'reviewedByUserId'],
  file_versions: ['sealedFileKey'],
};

describe('a row that stays', () => {
  test('is in a table that takes new rows alone', async () => {
    const tables = await kept();
    expect(tables.filter(({ changes }) => changes.length === 0).map(({ name }) => name)).toEqual(appendOnly);
    const changes = Object.fromEntries(tables.map(({ name, changes: columns }) => [name, columns]));
    expect(changes).toMatchObject(mostlyKept);
  });

  test('does not go with what it hangs on, but for what an import that is taken back said of messages', async () => {
    const goes = await db.owner<{ goes: string }>(
      `select conrelid::regclass || case confdeltype when 'n' then ' forgets ' else ' goes with ' end || confrelid::regclass as goes from pg_constraint
       where contype = 'f' and confdeltype not in ('a', 'r') and conrelid::regclass::text = any ($1) order by 1`,
      [[...appendOnly, ...Object.keys(mostlyKept)]],
    );
    // That a review was asked for stays, where its visit did not happen and is removed.
    expect(goes.map((each) => each.goes)).toEqual(['consent_ledger goes with patients', 'review_sends forgets visits']);
  });

  test('is removed by no function with rights of its owner, but with its visit or case, or when it is old', async () => {
    const found = await db.owner<{ name: string; removes: string }>(
      `select proname::text as name, table_name as removes from pg_proc, unnest($1::text[]) table_name
       where pronamespace = 'public'::regnamespace and prosecdef and prosrc ~* ('(delete from|truncate|update) ' || table_name || '\\M')
       order by 1, 2`,
      [[...appendOnly, ...Object.keys(mostlyKept)]],
    );
    expect(found.map(({ name, removes }) => `${name}: ${removes}`)).toEqual([
      'forget_sync_history: sync_outcome',
      'forget_sync_history: sync_stamp',
      'remove_case: visit_history',
      'remove_visit: visit_history',
    ]);
  });
});

/** As a program with the password of the API would try; what the rules of the product refuse before is not asked. */
describe('what hangs on a row keeps it:', () => {
  const stays = 'violates foreign key constraint';

  test('a plan of care that was sent', async () => {
    const plan = `(select "PlanOfCareId" from plan_stamps where site = 'demo' limit 1)`;
    expect(await asApi(`delete from plans_of_care where "PlanOfCareId" = ${plan}`)).toContain(stays);
  });
  test('a case with answers to an outcome measure', async () => {
    const [row] = await db.owner<{ CaseId: string }>(
      `select "CaseId" from outcome_responses where site = 'demo' limit 1`,
    );
    expect(row).toBeDefined();
    expect(await asApi(`delete from outcome_responses where "CaseId" = '${row?.CaseId}'`)).toContain(
      'permission denied',
    );
    expect(await asApi(`delete from cases where "CaseId" = '${row?.CaseId}'`)).toContain(stays);
  });
  test('a home program that its patient logged', async () => {
    const [log] = await db.owner<{ HomeProgramId: string }>(
      `select "HomeProgramId" from home_program_logs where site = 'demo' limit 1`,
    );
    expect(log).toBeDefined();
    expect(await asApi(`delete from home_programs where "HomeProgramId" = '${log?.HomeProgramId}'`)).toContain(stays);
  });
  test('a patient who agreed to messages or stopped them', async () => {
    const [patient] = await db.owner<{ PatientId: string }>(
      `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
       values ('demo', gen_random_uuid(), gen_random_uuid(), 'Milo', 'Vance', '1990-05-01', 'M') returning "PatientId"`,
    );
    const PatientId = patient?.PatientId;
    const consent = (how: string) =>
      db.owner(
        `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording)
         values ('demo', $1, 'text', 'billing', false, $2, 'chart')`,
        [PatientId, how],
      );
    const remove = `delete from patients where "PatientId" = '${PatientId}'`;
    expect(await asApi(remove)).toBe('1');
    await consent('import');
    // Nobody was imported: the word alone says nothing.
    expect(await asApi(remove)).toBe('a patient with consents to messages stays');
  });
});

describe('a signed note', () => {
  const note = `"VisitId" = (select "VisitId" from visit_notes where site = 'demo' and "signedAt" is not null and "cosignedAt" is null limit 1)`;
  const stays = 'a signed note stays as it was signed';
  test.each([
    ['keeps its text', `update visit_notes set "Sections" = '{}' where ${note}`, stays],
    ['keeps its values', `update visit_notes set "Cells" = '{"x": 1}' where ${note}`, stays],
    ['keeps its signature', `update visit_notes set "signedAt" = null where ${note}`, stays],
    ['is not removed', `delete from visit_notes where ${note}`, stays],
    ['is cosigned', `update visit_notes set "cosignedAt" = now() where ${note}`, '1'],
  ])('%s', async (_what, statement, comes) => {
    expect(await asApi(statement)).toBe(comes);
  });
  test('keeps its cosignature', async () => {
    const text = `update visit_notes set "cosignedAt" = now() where ${note}; update visit_notes set "cosignedAt" = null where site = 'demo' and "cosignedAt" is not null`;
    expect(await asApi(text)).toBe(stays);
  });
  test('is open before it is signed', async () => {
    const open = `(select "VisitId" from visit_notes where site = 'demo' and "signedAt" is null limit 1)`;
    expect(await asApi(`update visit_notes set "Sections" = '{}' where "VisitId" = ${open}`)).toBe('1');
  });
});

test('a submitted claim keeps its total and stays; what became of it changes', async () => {
  const one = `"ClaimId" = (select "ClaimId" from claims where site = 'demo' limit 1)`;
  const stays = 'a submitted claim stays as it was sent';
  expect(await asApi(`update claims set "totalCharge" = 1 where ${one}`)).toBe(stays);
  expect(await asApi(`delete from claims where ${one}`)).toContain('permission denied');
  expect(await asApi(`update claims set status = 'void' where ${one}`)).toBe('1');
});

test('the flowsheet of a signed note stays with its visit', async () => {
  const at = (signed: string) =>
    `(select "NoteId" from visit_notes join visit_exercises e using (site, "VisitId") where site = 'demo' and "NoteId" = "VisitId" and "signedAt" is ${signed} order by 1 limit 1)`;
  const other = `(select "VisitId" from visits v where site = 'demo' and not exists (
    select from visit_exercises e where e.site = v.site and e."VisitId" = v."VisitId") order by 1 limit 1)`;
  const stays = 'the flowsheet of a signed note stays as it was signed';
  const move = (from: string, to: string) =>
    asApi(`update visit_exercises set "VisitId" = ${to} where "VisitId" = ${from}`);
  expect(await asApi(`update visit_exercises set "Cells" = '{"x": 1}' where "VisitId" = ${at('not null')}`)).toBe(
    stays,
  );
  expect(await asApi(`delete from visit_exercises where "VisitId" = ${at('not null')}`)).toBe(stays);
  expect(await move(at('not null'), other)).toBe(stays);
});

describe('nobody becomes a superuser by the API', () => {
  test('whatever is written about people', async () => {
    const refusal = 'a superuser is made on the command line';
    expect(await asApi(`update users set "SuperUser" = true where "Email" = 'pt@demo.test'`)).toBe(refusal);
    expect(await asApi(`update users set "SuperUser" = false where "SuperUser" and site = 'demo'`)).toBe(refusal);
    expect(await asApi(`update users set "FirstName" = 'Ida' where "Email" = 'pt@demo.test'`)).toBe('1');
  });

  test('nor by removing those who are', async () => {
    expect(await asApi('delete from users where "SuperUser"')).toContain('permission denied');
  });

  test('nor as the first, but where nobody else is', async () => {
    const first = () => asApi(`select make_first_superuser("UserId") from users where "Email" = 'pt@demo.test'`);
    expect(await first()).toBe('there is a superuser already');
    const was = await db.owner<{ UserId: string }>(
      `with was as (select "UserId" from users where "SuperUser")
       update users set "SuperUser" = false where "UserId" in (select "UserId" from was) returning "UserId"`,
    );
    expect(await first()).toBe('the first superuser is the only person there is');
    await db.owner(`update users set "SuperUser" = true where "UserId" = any ($1)`, [was.map((each) => each.UserId)]);
  });
});

/** Of these the product removes none; gone, one would be made again without what was said of it. */
test.each(['users', 'sites', 'devices', 'sessions', 'control_numbers'])('no row of %s is removed', async (table) => {
  expect(await asApi(`delete from ${table}`)).toContain('permission denied');
});
