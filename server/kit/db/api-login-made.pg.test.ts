import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passingFolder } from '#server/testing/passing-folder.ts';
import { apiLogin } from './api-login.ts';
import { startEmbedded } from './embedded-postgres.ts';

/** A PostgreSQL of its own: roles are those of all its databases, and other tests log in as the API. */
const root = mkdtempSync(join(passingFolder(), 'mainstay-made-'));
let server: Awaited<ReturnType<typeof startEmbedded>>;
let owner: pg.Client;
beforeAll(async () => {
  server = await startEmbedded(root, { fsync: false });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => void (await owner.query('alter role mainstay_api nologin')));

const directory = () => mkdtempSync(join(root, 'server-'));
const start = (dataDir: string) => apiLogin({ databaseUrl: server.ownerUrl, apiDatabaseUrl: undefined, dataDir });
async function whoAt(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ who: string }>('select session_user as who')).rows[0]?.who ?? '';
  } finally {
    await client.end();
  }
}
const passwordHash = async () =>
  (await owner.query(`select rolpassword from pg_authid where rolname = 'mainstay_api'`)).rows[0];

test('the login is made once, and each later start takes it as it is', async () => {
  const dataDir = directory();
  const url = await start(dataDir);
  expect(await whoAt(url)).toBe('mainstay_api');
  const made = await passwordHash();
  expect(await start(dataDir)).toBe(url);
  expect(await passwordHash()).toEqual(made);
});

test('a second server is refused before it breaks the first, and told what to do', async () => {
  const [first, second] = [directory(), directory()];
  const url = await start(first);
  await expect(start(second)).rejects.toThrow('Another server has made the login mainstay_api of DATABASE_URL');
  expect(await whoAt(url)).toBe('mainstay_api');
  writeFileSync(join(second, 'api-database-password'), readFileSync(join(first, 'api-database-password')));
  expect(await start(second)).toBe(url);
  // The way out where the first is gone, with its directory.
  await expect(start(directory())).rejects.toThrow('run: alter role mainstay_api nologin');
  await owner.query('alter role mainstay_api nologin');
  expect(await whoAt(await start(directory()))).toBe('mainstay_api');
});

test('of two servers that start at once, one makes the login', async () => {
  const made = await Promise.allSettled([start(directory()), start(directory())]);
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const urls = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(await Promise.all(urls.map(whoAt))).toEqual(['mainstay_api']);
});

test('the role itself is refused where it is a member of another one', async () => {
  const dataDir = directory();
  await start(dataDir);
  await owner.query('grant pg_write_all_data to mainstay_api');
  try {
    await expect(start(dataDir)).rejects.toThrow('is a member of pg_write_all_data too');
  } finally {
    await owner.query('revoke pg_write_all_data from mainstay_api');
  }
});
