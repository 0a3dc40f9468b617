import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '#contract/entities.ts';
import { entityNames } from '#contract/kept-rows.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { allRows } from './rows.ts';
import { tables } from './tables.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await testDatabase()));
afterAll(() => db.close());

const who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*', 'billing'] };

test.each(entityNames)(
  'rows of %s are what PostgreSQL says of them as JSON, in the fields of the contract',
  async (entity) => {
    const { key, schema } = entities[entity];
    const [rows, told] = await db.tx(who, async (tx) => [
      await allRows(tx, entity),
      await tx.rows<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${tables[entity]} t where site = app_site() order by "${key}"`,
      ),
    ]);
    const fields = Object.keys(schema.shape);
    expect(rows).toEqual(told.map(({ row }) => Object.fromEntries(fields.map((field) => [field, row[field]]))));
    // What goes out without being judged again is what the contract says.
    for (const row of rows) expect(schema.parse(row)).toEqual(row);
  },
);
