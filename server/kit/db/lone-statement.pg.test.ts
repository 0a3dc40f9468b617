import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { openDatabase, type Database } from './database.ts';
import type { Who } from './transaction-mode.ts';

let db: TestDatabase;
/** On one connection, so that what one statement leaves behind would meet the next. */
let one: Database;
beforeAll(async () => {
  db = await testDatabase();
  one = openDatabase({ apiUrl: db.apiUrl, connections: 1 });
});
afterAll(async () => {
  await one.close();
  await db.close();
});

const who: Who = { site: 'demo', UserId: 'user', device: 'tablet', version: '1.2.3', scopes: ['site', 'billing'] };
const nobody: Who = { site: '', UserId: null, device: null, scopes: [] };
const apart = { readOnly: 'apart', planned: 'once' } as const;
const settingsNow = `select app_site() as site, current_setting('app.user', true) as "user", current_setting('app.device', true) as device,
  current_setting('app.version', true) as version, current_setting('app.scopes', true) as scopes,
  current_setting('transaction_read_only') as "readOnly", current_setting('plan_cache_mode') as plans`;
const entry = (pk: string) => ({
  text: `insert into audit_entry (site, "UserId", action, entity, pk) values ($1, $2, 'list', 'charts', $3)`,
  values: ['demo', 'user', pk],
});
const entriesOf = (pk: string) =>
  db.owner(`select "DeviceId", "AppVersion" from audit_entry where entity = 'charts' and pk = $1`, [pk]);

test('each statement has the settings of its caller, and none of them outlives it', async () => {
  const expected = {
    site: 'demo',
    user: 'user',
    device: 'tablet',
    version: '1.2.3',
    scopes: 'site,billing',
    readOnly: 'on',
    plans: 'force_generic_plan',
  };
  const both = await one.tx(who, async (tx) => [await tx.rows(settingsNow), await tx.maybe(settingsNow)], apart);
  expect(both).toEqual([[expected], expected]);
  expect(await one.outside((tx) => tx.rows(settingsNow))).toEqual([
    { site: null, user: '', device: '', version: '', scopes: '', readOnly: 'off', plans: 'auto' },
  ]);
});

test('rows of another site, and rows without a site, are not shown', async () => {
  const sitesSeen = `select distinct site from patients`;
  const asked = Array.from({ length: 12 }, (_, n) => ({
    ...who,
    scopes: ['site', 'facility:*'],
    site: n % 2 ? 'demo2' : 'demo',
  }));
  const seen = await Promise.all(asked.map((each) => db.tx(each, (tx) => tx.rows(sitesSeen), apart)));
  expect(seen).toEqual(asked.map(({ site }) => [{ site }]));
  expect(await one.tx(nobody, (tx) => tx.rows(sitesSeen), apart)).toEqual([]);
});

test('a call that reads apart writes nothing, by whatever way', async () => {
  const { text, values } = entry('read only');
  await expect(one.tx(who, (tx) => tx.rows(text, values), apart)).rejects.toMatchObject({ code: '25006' });
  for (const attempt of ['run', 'leave', 'savepoint'] as const)
    await expect(one.tx(who, async (tx) => tx[attempt](text as never, values), apart)).rejects.toThrow(
      'no transaction',
    );
  expect(await entriesOf('read only')).toEqual([]);
});

test('one statement is committed once it is answered, and says of whom', async () => {
  expect(await one.one(who, entry('kept'))).toBe(1);
  expect(await entriesOf('kept')).toEqual([{ DeviceId: 'tablet', AppVersion: '1.2.3' }]);
});

test('one that fails leaves nothing, in the database or to whoever comes next', async () => {
  const fails = { ...entry('failed'), text: `with made as (${entry('').text} returning 1) select 1 / 0 from made` };
  // By a name from the second time on, and as what its values make of it.
  for (let time = 0; time < 3; time += 1) await expect(one.one(who, fails)).rejects.toMatchObject({ code: '22012' });
  await expect(one.one({ ...who, site: 'a\0b' }, entry('failed'))).rejects.toThrow();
  await expect(one.one(who, { text: 'select no_such_column', values: [] })).rejects.toMatchObject({ code: '42703' });
  expect(await entriesOf('failed')).toEqual([]);
  expect(await one.outside((tx) => tx.rows('select app_site() as site'))).toEqual([{ site: null }]);
  expect(await one.one(who, entry('after it'))).toBe(1);
  expect(await entriesOf('after it')).toHaveLength(1);
});

test('no statement is lost or answered by the reply to another', async () => {
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  const answers = await Promise.all(
    numbers.map((n) =>
      n % 3 === 0
        ? db.tx(who, (tx) => tx.rows(`select $1::int as n`, [n]))
        : db.tx(who, (tx) => tx.rows(`select $1::int as n`, [n]), apart),
    ),
  );
  expect(answers).toEqual(numbers.map((n) => [{ n }]));
});
