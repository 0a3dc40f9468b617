import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const scopes = [
  '',
  'site',
  'site,facility:*,provider:*',
  'site,facility:*,provider:*,billing',
  'site,facility:a,provider:*',
  'site,facility:*,provider:1',
  'site,facility:a,facility:b,provider:1',
  'facility:*,provider:*',
];
const rows = ['site', 'billing', 'facility:a', 'facility:b', 'facility:a provider:1', 'facility:c provider:2', 'other'];

test('who sees all is asked once, and every row is judged as before', async () => {
  for (const held of scopes) {
    const judged = await db.owner<{ row: string; alone: boolean; once: boolean }>(
      `select row, in_scope(row) as alone, in_scope(row, (select sees_all())) as once
       from unnest($2::text[]) row, set_config('app.scopes', $1, true)`,
      [held, rows],
    );
    expect([held, judged.map(({ row, once }) => [row, once])]).toEqual([
      held,
      judged.map(({ row, alone }) => [row, alone]),
    ]);
    expect(judged).toHaveLength(rows.length);
  }
});

test('no policy judges scopes row by row alone', async () => {
  const policies = await db.owner<{ qual: string }>(`select qual from pg_policies where qual like '%in\\_scope%'`);
  expect(policies.length).toBeGreaterThan(15);
  expect(policies.filter(({ qual }) => !qual.includes('sees_all'))).toEqual([]);
});
