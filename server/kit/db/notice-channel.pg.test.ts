import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { openDatabase, type Database } from './database.ts';
import type { Who } from './transaction-mode.ts';
import { noticeChannel } from './notice-channel.ts';

const demo: Who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*', 'billing'] };

/** Another process of the same database, which only listens. */
let other: Database;
let db: TestDatabase;
let heard: (string | null)[];
let stop: () => Promise<void>;

beforeAll(async () => {
  db = await testDatabase();
  other = openDatabase({ apiUrl: db.apiUrl, connections: 1 });
});
beforeEach(async () => {
  heard = [];
  stop = await other.listen(noticeChannel, (said) => heard.push(said));
});
afterEach(() => stop());
afterAll(async () => {
  await other.close();
  await db.close();
});

const rename = (to: string, site = 'demo') =>
  db.tx({ ...demo, site }, (tx) => tx.run(`update patients set "PreferredName" = $1`, [to]));
const kinds = () => heard.map((said) => said?.split(' ').slice(0, 2).join(' '));
/** As long as the last of a burst may take, and its way. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 600));

test('a transaction that changed many rows is told once, after its commit and with the rows in sight', async () => {
  await rename('A');
  await expect.poll(kinds).toEqual(['changed demo']);
  const snapshot = heard[0]?.split(' ')[2];
  const [log] = await db.owner<{ rows: number; isSeen: boolean }>(
    `select count(*)::int as rows, bool_and(pg_visible_in_snapshot(xid, $1::pg_snapshot)) as "isSeen" from sync_change
     where xid = (select max(xid) from sync_change where site = 'demo')`,
    [snapshot],
  );
  expect(log?.rows).toBeGreaterThan(1);
  expect(log?.isSeen).toBe(true);
});

test('nothing is told of what was taken back, looked at, or is of no interest to screens', async () => {
  const gaveUp = db.tx(demo, async (tx) => {
    await tx.run(`update patients set "PreferredName" = 'B'`);
    throw new Error('given up');
  });
  await expect(gaveUp).rejects.toThrow('given up');
  await db.tx(demo, async (tx) => {
    const inner = tx.savepoint(async () => {
      await tx.run(`update patients set "PreferredName" = 'C'`);
      throw new Error('given up');
    });
    await inner.catch(() => undefined);
    await tx.run(`update devices set "lastSeenAt" = now()`);
    return tx.rows('select from patients');
  });
  await aWhile();
  expect(heard).toEqual([]);
});

test('each site of a transaction is told, and what else it leaves to tell', async () => {
  await db.outside(async (tx) => {
    for (const notice of ['changed demo', 'mail demo', 'changed demo', 'changed demo2'])
      await tx.rows('select tell_after_commit($1)', [notice]);
  });
  await expect.poll(kinds).toHaveLength(3);
  expect(new Set(kinds())).toEqual(new Set(['changed demo', 'changed demo2', 'mail demo']));
});

/** Whether who looks after the last notice sees the last change. */
async function isLastTold(): Promise<boolean> {
  const snapshot = heard.at(-1)?.split(' ')[2];
  if (snapshot === undefined) return false;
  const [last] = await db.owner<{ isSeen: boolean }>(
    `select pg_visible_in_snapshot(max(xid), $1::pg_snapshot) as "isSeen" from sync_change where site = 'demo'`,
    [snapshot],
  );
  return last?.isSeen ?? false;
}

test('a burst is told a few times, and the last change of it for certain', async () => {
  const until = Date.now() + 1_000;
  while (Date.now() < until) await rename(String(Date.now()));
  await aWhile();
  expect(heard.length).toBeGreaterThanOrEqual(2);
  expect(heard.length).toBeLessThanOrEqual(6);
  expect(await isLastTold()).toBe(true);
});

test('a cut connection loses no notice', async () => {
  await rename('D');
  await expect.poll(kinds).toEqual(['changed demo']);
  await db.owner(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_notify($1%' and pid <> pg_backend_pid()
       and datname = current_database()`,
  );
  await rename('E');
  await expect.poll(kinds).toEqual(['changed demo', 'changed demo']);
});

test('what waits when a process ends is told', async () => {
  const ending = openDatabase({ apiUrl: db.apiUrl, connections: 1 });
  for (const name of ['F', 'G', 'H'])
    await ending.tx(demo, (tx) => tx.run(`update patients set "PreferredName" = $1`, [name]));
  await ending.close();
  // Each by itself where this machine takes its time, but never fewer than the last one.
  await expect.poll(isLastTold).toBe(true);
  expect(new Set(kinds())).toEqual(new Set(['changed demo']));
});
