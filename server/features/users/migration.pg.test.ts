import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#server/kit/db/migrate.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

const own = join(import.meta.dirname, '..', '..', 'migrations');
const here = '0008-permission-groups.sql';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  await db.owner('drop schema public cascade');
  await db.owner('create schema public');
  folder = mkdtempSync(join(tmpdir(), 'mainstay-migrations-'));
  for (const name of readdirSync(own).filter((each) => each < here)) copyFileSync(join(own, name), join(folder, name));
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

test('words for roles become groups of what their bearers share; what anyone may do stays the same', async () => {
  await migrate(db.ownerUrl, folder);
  await db.owner(`insert into sites (site, "Name", "TimeZone") values ('one', 'One', 'UTC'), ('two', 'Two', 'UTC')`);
  const people: [site: string, name: string, roles: string[], can: string[]][] = [
    ['one', 'ann', ['Front desk'], ['edit patients', 'access billing']],
    ['one', 'ben', ['front DESK'], ['edit patients', 'move visits.confirmed', 'write notes']],
    ['one', 'cem', ['Biller', 'Front desk'], ['access billing', 'move visits.*']],
    ['one', 'dan', [], ['manage users']],
    ['one', 'eve', ['Nothing'], []],
    ['two', 'fay', ['Front desk'], ['sign notes']],
  ];
  for (const [site, name, roles, can] of people)
    await db.owner(
      `insert into users (site, "UserId", "Email", "PasswordHash", "FirstName", "LastName", "TimeZone", roles, can)
       values ($1, gen_random_uuid(), $2, '', $2, '', 'UTC', $3, $4)`,
      [site, name, roles, can],
    );
  copyFileSync(join(own, here), join(folder, here));
  expect(await migrate(db.ownerUrl, folder)).toEqual([here]);

  const groups = await db.owner<{ site: string; name: string; permissions: string[] }>(
    `select site, lower(name) as name, permissions from permission_groups order by site, name`,
  );
  expect(groups).toEqual([
    { site: 'one', name: 'biller', permissions: ['access billing', 'move visits.*'] },
    { site: 'one', name: 'front desk', permissions: ['edit patients'] },
    { site: 'one', name: 'nothing', permissions: [] },
    { site: 'two', name: 'front desk', permissions: ['sign notes'] },
  ]);
  const users = await db.owner<{ Email: string; can: string[]; individualPermissions: string[]; roles: string[] }>(
    `select "Email", can, "individualPermissions", roles from users order by "Email"`,
  );
  expect(users.map(({ can }) => can.toSorted())).toEqual(people.map(([, , , can]) => can.toSorted()));
  expect(users.map(({ individualPermissions }) => individualPermissions)).toEqual([
    ['access billing'],
    ['move visits.confirmed', 'write notes'],
    [],
    ['manage users'],
    [],
    [],
  ]);
  // Written again, every row says the same.
  await db.owner('update users set roles = roles');
  const again = await db.owner<{ can: string[] }>(`select can from users order by "Email"`);
  expect(again.map(({ can }) => can)).toEqual(people.map(([, , , can]) => can.toSorted()));
});
