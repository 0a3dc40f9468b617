import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { auditTogether } from './together.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const list = (pk: string) =>
  ({ UserId: 'user', action: 'list', entity: 'charts', pk, detail: { patients: ['p'] } }) as const;
const written = () =>
  db.owner(
    `select site, pk, "UserId", "DeviceId", "AppVersion", detail from audit_entry where "UserId" = 'user' order by id`,
  );

test('what comes while others are written is written in one transaction, each with its site, device and version', async () => {
  let transactions = 0;
  const note = auditTogether({ one: (...asked) => ((transactions += 1), db.one(...asked)) });
  const here = { site: 'demo', device: 'tablet', version: '1.2.3' };
  await Promise.all([
    note(here, list('first')),
    ...Array.from({ length: 30 }, (_, n) => note({ ...here, device: n % 2 ? 'desk' : null }, list(`${n}`))),
    note({ ...here, site: 'demo2' }, list('elsewhere')),
    note({ site: 'demo', device: null }, list('without a version')),
  ]);
  // The first 20, the other 11, and one each for the other site and version.
  expect(transactions).toBe(4);
  const rows = await written();
  expect(rows).toHaveLength(33);
  const row = { site: 'demo', UserId: 'user', DeviceId: null, AppVersion: '1.2.3', detail: { patients: ['p'] } };
  for (const told of [
    { ...row, pk: 'first', DeviceId: 'tablet' },
    { ...row, pk: '28' },
    { ...row, pk: '29', DeviceId: 'desk' },
    { ...row, pk: 'elsewhere', site: 'demo2', DeviceId: 'tablet' },
    { ...row, pk: 'without a version', AppVersion: null },
  ])
    expect(rows).toContainEqual(told);
});

test('whoever cannot be noted hears of it alone; what follows is written', async () => {
  const note = auditTogether(db);
  const here = { site: 'demo', device: null, version: '2' };
  const before = (await written()).length;
  const ends = await Promise.allSettled([
    note(here, list('good')),
    note(here, { ...list('bad'), entity: null as never }),
    note(here, list('good, too')),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await note(here, list('later'));
  expect((await written()).slice(before).map((row) => row['pk'])).toEqual(
    expect.arrayContaining(['good', 'good, too', 'later']),
  );
  expect(await written()).toHaveLength(before + 3);
});
