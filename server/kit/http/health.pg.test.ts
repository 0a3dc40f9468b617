import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { healthRoutes, spaceWithin } from './health.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
afterEach(() => db.owner('drop trigger if exists full_disk on write_probe'));

const token = 'a token of sixteen';
type Asked = {
  free?: number;
  isClosing?: boolean;
  warnings?: () => string[];
  spaceOf?: (directory: string) => Promise<{ free: number; total: number }>;
  dataDirs?: string[];
  shows?: string | undefined;
};

const space = (free: number) => Promise.resolve({ free: free * 1e9, total: 100e9 });

async function ready({ free = 50, isClosing = false, warnings = () => [], ...asked }: Asked = {}) {
  const { spaceOf = () => space(free), dataDirs = ['/'], shows = `Bearer ${token}` } = asked;
  const app = Fastify();
  const closing = { isAsked: () => isClosing };
  healthRoutes(app, { database: db, closing, dataDirs, spaceOf, warnings, token, diskPatienceMs: 200 });
  const reply = await app.inject({ url: '/readyz', headers: { authorization: shows } });
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

test('what somebody has to see to is not for everybody who asks', async () => {
  for (const shows of ['', 'Bearer of another'])
    expect(await ready({ free: 9, shows })).toEqual([200, { status: 'ready' }]);
});

test('not ready while the disk of the data fails or hangs', async () => {
  const silent = [503, { status: 'the disk does not answer' }];
  expect(await ready({ spaceOf: () => Promise.reject(new Error('ESTALE')) })).toEqual(silent);
  expect(await ready({ spaceOf: () => Promise.withResolvers<never>().promise })).toEqual(silent);
});

test('asks a disk that hangs no second time, and goes on once it answers', async () => {
  const late = Promise.withResolvers<{ free: number; total: number }>();
  let asked = 0;
  const look = spaceWithin((directory) => ((asked += 1), directory === '/' ? late.promise : space(1)), 20);
  expect([await look('/'), await look('/'), asked]).toEqual([undefined, undefined, 1]);
  late.resolve({ free: 5, total: 10 });
  await late.promise;
  expect(await look('/')).toEqual({ free: 5, total: 10 });
});

test('of the disks of the data and of its database the fuller one counts', async () => {
  const spaceOf = (directory: string) => space(directory === '/database' ? 0.02 : 50);
  expect(await ready({ spaceOf, dataDirs: ['/data', '/database'] })).toEqual([503, { status: 'the disk is full' }]);
  const small = (directory: string) => (directory === '/data' ? Promise.resolve({ free: 1e9, total: 2e9 }) : space(5));
  expect(await ready({ spaceOf: small, dataDirs: ['/data', '/database'] })).toEqual([
    200,
    { status: 'ready', warnings: ['Only 5 % of the disk is free.'] },
  ]);
});
