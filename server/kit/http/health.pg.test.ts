import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { healthRoutes } from './health.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
afterEach(() => db.owner('drop trigger if exists full_disk on write_probe'));

async function ready({ free = 50, isClosing = false, warnings = (): string[] => [] } = {}) {
  const app = Fastify();
  const spaceOf = () => Promise.resolve({ free: free * 1e9, total: 100e9 });
  healthRoutes(app, { database: db, closing: { isAsked: () => isClosing }, dataDir: '/', spaceOf, warnings });
  const reply = await app.inject('/readyz');
  await app.close();
  return [reply.statusCode, reply.json<object>()];
}

test('ready where the database keeps what it is told', async () => {
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  expect(await db.owner('select one from write_probe')).toEqual([{ one: true }]);
});

test('not ready from the first moment of the end on', async () => {
  expect(await ready({ isClosing: true })).toEqual([503, { status: 'the server is stopping' }]);
});

test('not ready while writes fail, though the database still answers', async () => {
  await db.owner(`create or replace function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert or update on write_probe for each row execute function full_disk()`);
  expect(await ready()).toEqual([503, { status: 'the database takes no writes' }]);
});

test('not ready on a full disk, and a warning where a tenth of it is left', async () => {
  expect(await ready({ free: 0.02 })).toEqual([503, { status: 'the disk is full' }]);
  expect(await ready({ free: 9 })).toEqual([200, { status: 'ready', warnings: ['Only 9 % of the disk is free.'] }]);
  expect(await ready({ free: 11 })).toEqual([200, { status: 'ready' }]);
});

test('tells what else somebody has to see to, and is ready all the same', async () => {
  const warnings = () => ['The last trial restore failed: run restore-drill.'];
  expect(await ready({ free: 9, warnings })).toEqual([
    200,
    { status: 'ready', warnings: ['Only 9 % of the disk is free.', ...warnings()] },
  ]);
});
