import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { memoryAnchor } from '#server/kit/audit/chain/anchor.ts';
import { sealSite } from '#server/kit/audit/chain/seal.ts';
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
  // A seal made a second time, after an older copy was put back, tells of what it now holds.
  await db.owner(`select note_shown('demo', (select max(seq) from audit_shown where site = 'demo'), '{}')`);
  await show('later', [rosa]);
  expect(await listsOf(rosa)).toEqual([...before, 'both', 'later']);
});
