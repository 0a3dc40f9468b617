import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { plantRows } from '#server/testing/planted-rows.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { codeOf } from './database-failures.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await plantRows(db, ['demo']);
});
afterAll(() => db.close());

/** What the table keeps of a row that is written; the rest it makes itself. */
async function columnsOf(table: string): Promise<string> {
  const rows = await db.owner<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'
       and has_column_privilege('mainstay_api', attrelid, attnum, 'insert')`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}

/** How the database answers somebody with these scopes who writes the row again: its code, or nothing. */
async function answer(table: string, row: unknown, scopes: string[]): Promise<string> {
  const columns = await columnsOf(table);
  const who = { site: 'demo', UserId: cast.users.front, device: null, scopes };
  try {
    await db.tx(who, async (tx) => {
      await tx.run(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`,
        [JSON.stringify(row)],
      );
      throw new Error('taken');
    });
    return '';
  } catch (error) {
    return error instanceof Error && 'kind' in error ? String(error.kind) : codeOf(error);
  }
}

/** The words of patients are written by triggers alone. */
const writable = `has_table_privilege('mainstay_api', tablename::regclass, 'insert, update')`;

test('in every table with a scope, who is limited to a facility or a provider writes no row of another', async () => {
  const tables = await db.owner<{ name: string }>(
    `select tablename::text as name from pg_policies where schemaname = 'public' and qual like '%in\\_scope%' and ${writable} order by 1`,
  );
  let tried = 0;
  const let_in: string[] = [];
  for (const { name } of tables) {
    const [found] = await db.owner<{ row: { scope: string } }>(
      `select to_jsonb(t) as row from ${name} t where site = 'demo' and scope like 'facility:%' limit 1`,
    );
    if (!found) continue;
    tried += 1;
    const [facility = '', provider] = found.row.scope.split(' ');
    const own = await answer(name, found.row, ['site', facility, provider ?? 'provider:*']);
    expect([name, own]).not.toEqual([name, 'no-permission']);
    const elsewhere = ['site', `facility:${crypto.randomUUID()}`, 'provider:*'];
    const withOthers = ['site', 'facility:*', `provider:${crypto.randomUUID()}`];
    for (const scopes of [elsewhere, ...(provider ? [withOthers] : []), ['site']])
      if ((await answer(name, found.row, scopes)) !== 'no-permission') let_in.push(`${name} ${scopes.join()}`);
  }
  expect(let_in).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(12);
});

test('every table whose scope is looked at for reading has it looked at for writing', async () => {
  const tables = await db.owner<{ name: string; writing: string[] | null }>(
    `select r.tablename::text as name, array(select cmd from pg_policies w where w.tablename = r.tablename and w.permissive = 'RESTRICTIVE'
       and w.with_check like '%may_write%' order by 1) as writing
     from pg_policies r where r.schemaname = 'public' and r.qual like '%in\\_scope%' and ${writable} order by 1`,
  );
  expect(tables.length).toBeGreaterThan(15);
  expect(tables.filter(({ writing }) => writing?.join() !== 'INSERT,UPDATE')).toEqual([]);
});
