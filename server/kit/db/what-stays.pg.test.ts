import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let api: pg.Client;
beforeAll(async () => {
  db = await testDatabase();
  // What holds for a database and not for its tables is no part of the template.
  await migrate(db.ownerUrl);
  api = new pg.Client({ connectionString: db.apiUrl });
  await api.connect();
  await api.query(
    `select set_config('app.site', 'demo', false), set_config('app.scopes', 'site,facility:*,provider:*,billing', false)`,
  );
});
afterAll(async () => {
  await api.end();
  await db.close();
});

/** What a statement of the API's own role comes to, past every check of the server. */
async function asApi(text: string): Promise<string> {
  await api.query('begin');
  try {
    return String((await api.query(text)).rowCount);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await api.query('rollback');
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

const appendOnly = [
  'audit_entry',
  'ledger_entries',
  'claim_files',
  'visit_history',
  'sync_outcome',
  'sync_stamp',
  'signatures',
  'files',
  'intake_forms',
  'signed_consents',
  'insurance_reviews',
  'survey_answers',
];
test.each(appendOnly)('%s takes new rows alone', async (table) => {
  const [may] = await db.owner<{ changes: boolean }>(
    `select has_any_column_privilege('mainstay_api', $1, 'update') or has_table_privilege('mainstay_api', $1, 'delete, truncate') as changes`,
    [table],
  );
  expect(may).toEqual({ changes: false });
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

test('nobody becomes a superuser by the API', async () => {
  const refusal = 'a superuser is made on the command line';
  expect(await asApi(`update users set "SuperUser" = true where "Email" = 'pt@demo.test'`)).toBe(refusal);
  expect(await asApi(`update users set "SuperUser" = false where "SuperUser" and site = 'demo'`)).toBe(refusal);
  expect(await asApi(`update users set "FirstName" = 'Ida' where "Email" = 'pt@demo.test'`)).toBe('1');
  expect(await asApi(`select make_first_superuser("UserId") from users where "Email" = 'pt@demo.test'`)).toBe(
    'there is a superuser already',
  );
});
