import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { apiLogin } from './api-login.ts';
import { openDatabase } from './database.ts';

let db: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'mainstay-login-'));
const suffix = randomBytes(4).toString('hex');
const named = (name: string) => `${name}_${suffix}`;
const [member, stranger, strong, writer, other, further, copier, maker, builder, helper] = [
  named('member'),
  named('stranger'),
  named('strong'),
  named('writer'),
  named('other'),
  named('further'),
  named('copier'),
  named('maker'),
  named('builder'),
  named('helper'),
];
beforeAll(async () => {
  db = await testDatabase();
  await db.owner(`create role ${member} login password 'x' in role mainstay_api`);
  await db.owner(`create role ${stranger} login password 'x'`);
  await db.owner(`create role ${strong} login createrole password 'x' in role mainstay_api`);
  await db.owner(`create role ${writer} login password 'x' in role mainstay_api, pg_write_all_data`);
  await db.owner(`create role ${copier} login replication password 'x' in role mainstay_api`);
  await db.owner(`create role ${maker} login createdb password 'x' in role mainstay_api`);
  // Whoever owns a function or a schema can put another in its place.
  await db.owner(`create role ${builder} login password 'x' in role mainstay_api`);
  await db.owner(`create schema of_builder authorization ${builder}`);
  await db.owner(`create role ${helper} login password 'x' in role mainstay_api`);
  await db.owner(`create function of_helper() returns int language sql return 1`);
  await db.owner(`alter function of_helper owner to ${helper}`);
  // A role that owns no table, and a login that reaches it by another and has to set it to use its rights.
  await db.owner(`create role ${other} superuser nologin`);
  await db.owner(`create role ${further} login noinherit password 'x' in role mainstay_api, ${other}`);
});
afterAll(async () => {
  await db.owner('drop schema of_builder');
  await db.owner('drop function of_helper');
  await db.owner(`drop role ${copier}, ${maker}, ${builder}, ${helper}`);
  await db.owner(`drop role ${member}, ${stranger}, ${strong}, ${writer}, ${further}, ${other}`);
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const as = (role: string) => db.apiUrl.replace(/user=[^&]*/, `user=${role}`).replace(/password=[^&]*/, 'password=x');
const withLogin = (apiDatabaseUrl: string) => apiLogin({ databaseUrl: db.ownerUrl, apiDatabaseUrl, dataDir });

test('a login of its own reads and writes as the API, whatever it is called', async () => {
  const database = openDatabase({ apiUrl: await withLogin(as(member)) });
  try {
    const [row] = await database.outside((tx) => tx.rows<{ who: string }>('select current_user as who'));
    expect(row).toEqual({ who: 'mainstay_api' });
  } finally {
    await database.close();
  }
});

test.each([
  ['the owner', () => db.ownerUrl, "has the owner's rights"],
  ['a login that may make roles', () => as(strong), "has the owner's rights"],
  ['a login that may copy all there is', () => as(copier), "has the owner's rights"],
  ['a login that may make databases', () => as(maker), "has the owner's rights"],
  ['a login that owns a schema', () => as(builder), "has the owner's rights"],
  ['a login that owns a function', () => as(helper), "has the owner's rights"],
  ['a login that may write everywhere', () => as(writer), 'is a member of pg_write_all_data too'],
  ['a login that may become a superuser', () => as(further), `is a member of ${other} too`],
  ['a login of something else', () => as(stranger), 'must be a member of mainstay_api'],
])('%s is refused', async (_who, url, sentence) => {
  await expect(withLogin(url())).rejects.toThrow(sentence);
});

test('an owner who may not make logins is told what to set', async () => {
  const given = { databaseUrl: as(member), apiDatabaseUrl: undefined, dataDir };
  await expect(apiLogin(given)).rejects.toThrow('set API_DATABASE_URL to it');
});
