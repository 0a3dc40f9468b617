import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { migrate } from './migrate.ts';

let db: TestDatabase;
let folder: string;
beforeEach(async () => {
  db = await testDatabase();
  await db.owner('drop table schema_migrations');
  folder = mkdtempSync(join(tmpdir(), 'mainstay-migrations-'));
  writeFileSync(
    join(folder, '0001-first.sql'),
    'create table first_thing (a int); insert into first_thing values (1);',
  );
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const rowsOf = (table: string) => db.owner<{ a: number }>(`select a from ${table}`);

test('each file runs once, also when two processes start together', async () => {
  const runs = await Promise.all([migrate(db.ownerUrl, folder), migrate(db.ownerUrl, folder)]);
  expect(runs.flat()).toEqual(['0001-first.sql']);
  expect(await rowsOf('first_thing')).toEqual([{ a: 1 }]);
  writeFileSync(join(folder, '0002-second.sql'), 'insert into first_thing values (2);');
  expect(await migrate(db.ownerUrl, folder)).toEqual(['0002-second.sql']);
  expect(await migrate(db.ownerUrl, folder)).toEqual([]);
  expect(await rowsOf('first_thing')).toEqual([{ a: 1 }, { a: 2 }]);
});

test('a file that was changed after it ran is refused; other line ends are no change', async () => {
  await migrate(db.ownerUrl, folder);
  writeFileSync(
    join(folder, '0001-first.sql'),
    'create table first_thing (a int); insert into first_thing values (1);'.replaceAll('\n', '\r\n'),
  );
  expect(await migrate(db.ownerUrl, folder)).toEqual([]);
  appendFileSync(join(folder, '0001-first.sql'), ' -- edited');
  await expect(migrate(db.ownerUrl, folder)).rejects.toThrow('0001-first.sql was changed after this database ran it');
});

test('a database of a newer Mainstay and a file that comes too late are refused', async () => {
  writeFileSync(join(folder, '0003-third.sql'), 'select 1;');
  await migrate(db.ownerUrl, folder);
  writeFileSync(join(folder, '0002-second.sql'), 'select 1;');
  await expect(migrate(db.ownerUrl, folder)).rejects.toThrow('0002-second.sql comes before 0003-third.sql');
  rmSync(join(folder, '0002-second.sql'));
  rmSync(join(folder, '0003-third.sql'));
  await expect(migrate(db.ownerUrl, folder)).rejects.toThrow('migrated by a newer Mainstay');
});

test('a file that fails leaves nothing behind', async () => {
  writeFileSync(join(folder, '0002-second.sql'), 'insert into first_thing values (2); select 1/0;');
  await expect(migrate(db.ownerUrl, folder)).rejects.toThrow('0002-second.sql failed and was rolled back');
  expect(await rowsOf('first_thing')).toEqual([{ a: 1 }]);
  writeFileSync(join(folder, '0002-second.sql'), 'insert into first_thing values (3);');
  expect(await migrate(db.ownerUrl, folder)).toEqual(['0002-second.sql']);
});

test('one that is under way when the server is asked to end is taken back, and runs at the next start', async () => {
  writeFileSync(join(folder, '0002-second.sql'), 'insert into first_thing values (2); select pg_sleep(600);');
  const ending = new AbortController();
  const run = migrate(db.ownerUrl, folder, ending.signal);
  const isSleeping = `select 1 from pg_stat_activity where application_name = 'mainstay-migrate' and wait_event = 'PgSleep' and datname = current_database()`;
  await expect.poll(() => db.owner(isSleeping)).toHaveLength(1);
  ending.abort(new Error('asked to end'));
  await expect(run).rejects.toThrow('asked to end');
  expect(await db.owner(isSleeping)).toEqual([]);
  expect(await rowsOf('first_thing')).toEqual([{ a: 1 }]);
  writeFileSync(join(folder, '0002-second.sql'), 'insert into first_thing values (3);');
  expect(await migrate(db.ownerUrl, folder)).toEqual(['0002-second.sql']);
});

test('a file in batches is run until it tells of no more rows, each batch kept, also when a later one fails', async () => {
  const batch = (also = '') => `-- In batches.
    with next as (update first_thing set a = a + 1 where a in (1, 2, 3) returning a)
    select count(*)::int as done ${also} from next;`;
  writeFileSync(join(folder, '0002-batches.sql'), batch(', 1 / (4 - max(a))'));
  await expect(migrate(db.ownerUrl, folder)).rejects.toThrow('0002-batches.sql failed');
  expect(await rowsOf('first_thing')).toEqual([{ a: 3 }]);
  writeFileSync(join(folder, '0002-batches.sql'), batch());
  expect(await migrate(db.ownerUrl, folder)).toEqual(['0002-batches.sql']);
  expect(await rowsOf('first_thing')).toEqual([{ a: 4 }]);
  expect(await migrate(db.ownerUrl, folder)).toEqual([]);
});

test('no file waits long for a table that others use, nor does any batch of one', async () => {
  writeFileSync(
    join(folder, '0002-waits.sql'),
    `create table waits as select n, current_setting('lock_timeout') as longest from generate_series(1, 3) n;`,
  );
  writeFileSync(
    join(folder, '0003-batches.sql'),
    `-- In batches.
     with next as (
       update waits set n = n + 10, longest = longest || ' ' || current_setting('lock_timeout')
       where n = (select min(n) from waits where n < 10) returning n)
     select count(*)::int as done from next;`,
  );
  await migrate(db.ownerUrl, folder);
  expect(await db.owner('select longest from waits')).toEqual([1, 2, 3].map(() => ({ longest: '15s 15s' })));
});
