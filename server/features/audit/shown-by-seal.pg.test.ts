import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { memoryAnchor } from '#server/kit/audit/chain/anchor.ts';
import { sealSite } from '#server/kit/audit/chain/seal.ts';
import { verifySite } from '#server/kit/audit/chain/verify.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { textRing } from '#server/testing/key-rings.ts';
import { entriesOf } from './store.ts';

let db: TestDatabase;
const keeper = { keys: textRing('a key'), anchor: memoryAnchor() };
const who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
const { rosa, walter } = cast.patients;
beforeAll(async () => {
  db = await testDatabase();
  await sealSite(db, keeper, 'demo');
});
afterAll(() => db.close());

const show = (pk: string, patients: readonly string[]) =>
  db.owner(`insert into audit_entry (site, action, entity, pk, detail) values ('demo', 'list', 'charts', $1, $2)`, [
    pk,
    JSON.stringify({ patients }),
  ]);
async function listsOf(PatientId: string): Promise<string[]> {
  const asked = { filter: { PatientId, action: 'list' }, group: null, after: null, order: 'asc', limit: 50 } as const;
  const lines = await db.tx(who, (tx) => entriesOf(tx, { site: 'demo', isScoped: false }, asked));
  return lines.map(({ pk }) => pk);
}

test('a list is found by each patient it told of, while it waits for its seal and after, and by no other', async () => {
  const before = await listsOf(rosa);
  await show('both', [rosa, walter]);
  await show('one', [walter]);
  const found = [
    [...before, 'both'],
    ['both', 'one'],
  ];
  expect([await listsOf(rosa), (await listsOf(walter)).slice(-2)]).toEqual(found);
  await sealSite(db, keeper, 'demo');
  expect(await db.owner(`select from audit_unsealed where site = 'demo'`)).toEqual([]);
  expect([await listsOf(rosa), (await listsOf(walter)).slice(-2)]).toEqual(found);
  // What is no list is passed over: a site whose entries could not be sealed would have no log.
  await db.owner(
    `insert into audit_entry (site, action, entity, pk, detail) values ('demo', 'list', 'charts', 'none', '{"patients": "${rosa}"}')`,
  );
  await sealSite(db, keeper, 'demo');
  expect(await listsOf(rosa)).toEqual(found[0]);
  expect((await verifySite(db, keeper, 'demo')).findings).toEqual([]);
});

test('a log from before is told of in batches, and a seal that is made again is told of anew', async () => {
  const found = await listsOf(rosa);
  const batch = readFileSync('server/migrations/0302-charts-shown-before.sql', 'utf8');
  await db.owner(`delete from audit_shown where site = 'demo'`);
  expect(await listsOf(rosa)).toEqual([]);
  const [first] = await db.owner<{ done: number }>(batch);
  expect(first?.done).toBeGreaterThan(0);
  expect(await db.owner(batch)).toEqual([{ done: 0 }]);
  expect(await listsOf(rosa)).toEqual(found);
  // As after an older copy was put back: the number was another seal's.
  await db.owner(`update audit_shown set ids = '{}', patients = '{}' where site = 'demo'`);
  await db.owner(`select note_shown(site, seq, ids) from audit_seals where site = 'demo'`);
  expect(await listsOf(rosa)).toEqual(found);
});
