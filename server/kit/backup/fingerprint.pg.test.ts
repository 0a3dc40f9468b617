import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { fingerprintAt, fingerprintNow } from './fingerprint.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

/** Somebody who writes into a table and takes their time. */
async function slowWriter(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
  await client.query(`begin; update sites set "Name" = "Name" || ' (new)' where site = 'demo'`);
  return client;
}
/** Waits for nobody longer than this. */
const write = () => db.owner(`set lock_timeout = '2s'; update patients set "Phone" = "Phone" where site = 'demo'`);
const waiting = () =>
  db.owner(`select 1 from pg_stat_activity where application_name = 'mainstay-backup' and wait_event_type = 'Lock'
    and datname = current_database()`);

test('writers do not queue behind a backup that waits for one of them', async () => {
  const before = await fingerprintNow(db.ownerUrl);
  const slow = await slowWriter();
  const taken = fingerprintAt(db.ownerUrl, 'beside-writers');
  // Only while it waits does a writer show anything; it comes again and again.
  for (let turn = 0; turn < 3; turn += 1) {
    await expect.poll(async () => (await waiting()).length, { interval: 5 }).toBe(1);
    await write();
  }
  await slow.query('commit');
  await slow.end();
  const { state: after } = await taken;
  expect(after['sites']?.rows).toBe(before['sites']?.rows);
  expect(after['sites']?.sum).not.toBe(before['sites']?.sum);
  expect(after).toEqual(await fingerprintNow(db.ownerUrl));
});

test('one that is told to stop meanwhile stops, and holds nobody up after that', async () => {
  const slow = await slowWriter();
  const ending = new AbortController();
  const taken = fingerprintAt(db.ownerUrl, 'never', { signal: ending.signal });
  const refusal = taken.catch((error: unknown) => error);
  await expect.poll(async () => (await waiting()).length, { interval: 5 }).toBe(1);
  ending.abort();
  expect(await refusal).toMatchObject({ name: 'AbortError' });
  await slow.query('rollback');
  await slow.end();
  await write();
});
