import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import type { PushEntry } from '#contract/sync/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { textRing } from '#server/testing/key-rings.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { openCookie, sealCookie } from './cookie.ts';
import { forgetHistory, forgetOldRows } from './forget.ts';

const cookieKeys = textRing('a key for tests');
const dayMs = 24 * 3_600_000;

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db, { cookieKeys });
});
afterAll(() => db.close());

const device = DeviceId.parse(randomUUID());
const pull = (cookie: string | null) =>
  call('sync.pull', { device, cookie, more: null }, { as: 'pt', now: new Date() });
const count = async (table: string) =>
  (await db.owner<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count ?? 0;
const phone = (to: string) =>
  db.owner(`update patients set "Phone" = $1 where "PatientId" = $2`, [to, cast.patients.rosa]);
const age = (table: string, days: number) =>
  db.owner(`update ${table} set at = at - make_interval(days => $1)`, [days]);
const phones = ({ put }: Awaited<ReturnType<typeof pull>>) =>
  put.flatMap(({ entity, rows }) => (entity === 'patients' ? rows.map((row) => row['Phone']) : []));

/** The cookie as it would be had the device pulled so long ago. */
function aged(cookie: string, days: number): string {
  const opened = openCookie(cookieKeys, cookie);
  if (!opened) throw new Error('not a cookie of this server');
  return sealCookie(cookieKeys, { ...opened, at: opened.at - days * dayMs });
}

test('changes go after 90 days; an older cookie starts anew, a younger one misses nothing', async () => {
  const old = aged((await pull(null)).cookie, 100);
  await phone('5035550101');
  await age('sync_change', 95);
  const young = aged((await pull(null)).cookie, 80);
  await phone('5035550102');
  const all = await count('sync_change');
  expect(all).toBeGreaterThan(100);

  expect(await forgetHistory(db, 40)).toBe(all - 1);
  expect(await count('sync_change')).toBe(1);
  expect(await pull(old)).toMatchObject({ reset: true, put: [] });
  const news = await pull(young);
  expect([news.reset, phones(news)]).toEqual([false, ['5035550102']]);

  const anew = await pull((await pull(old)).cookie);
  expect(anew.reset).toBe(false);
  const { put } = await call('sync.chart', { id: cast.patients.rosa as never }, { as: 'pt' });
  expect(put.find(({ entity }) => entity === 'patients')?.rows[0]?.['Phone']).toBe('5035550102');
  expect(await forgetHistory(db)).toBe(0);
});

/** By its last digit. */
const phoneOf = (digit: string) => `503555010${digit}`;
const entry = (mid: number, to: string): PushEntry => {
  const input = { id: cast.patients.walter, changes: { Phone: phoneOf(to) } };
  return { mid, name: 'patients.update', input, base: {}, schemaVersion, madeAt: '', clockOffset: 0 };
};
const push = (entries: PushEntry[]) => call('sync.push', { device, entries }, { as: 'front' });
const phoneOfWalter = async () =>
  (await db.owner<{ Phone: string }>(`select "Phone" from patients where "PatientId" = $1`, [cast.patients.walter]))[0]
    ?.Phone;

test('outcomes outlive the changes, and a call whose outcome is forgotten is never run again', async () => {
  await db.owner('delete from devices');
  await push([entry(1, '1'), entry(2, '2')]);
  await age('sync_outcome', 150);
  await forgetHistory(db);
  expect((await push([entry(1, '1'), entry(2, '2')])).outcomes.map(({ status }) => status)).toEqual(['ok', 'ok']);
  expect(await phoneOfWalter()).toBe(phoneOf('2'));

  await age('sync_outcome', 40);
  await push([entry(3, '3')]);
  await forgetHistory(db);
  expect(await count('sync_outcome')).toBe(1);
  const { outcomes } = await push([entry(1, '1'), entry(2, '2'), entry(3, '3'), entry(4, '4')]);
  const decided = Object.fromEntries(outcomes.map(({ mid, status }) => [mid, status]));
  expect(decided).toEqual({ 1: 'parked', 2: 'parked', 3: 'ok', 4: 'ok' });
  expect(outcomes.find(({ mid }) => mid === 1)?.reason).toContain('over 180 days old');
  expect(await phoneOfWalter()).toBe(phoneOf('4'));
});

test('one server at a time', async () => {
  await phone('5035550103');
  await age('sync_change', 95);
  const left = await count('sync_change');
  await db.outside(async (tx) => {
    await tx.rows('select pg_advisory_xact_lock(7260004)');
    expect(await forgetHistory(db)).toBe(0);
  });
  expect(await count('sync_change')).toBe(left);
  const removed = await Promise.all([forgetHistory(db, 1), forgetHistory(db, 1), forgetHistory(db, 1)]);
  await forgetHistory(db);
  expect(removed.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  expect(await count('sync_change')).toBe(0);
});

test('the server may not remove history in any other way', async () => {
  const who = { site: 'demo', UserId: null, device: null, scopes: ['site'] };
  for (const table of ['sync_change', 'sync_outcome'])
    await expect(db.tx(who, (tx) => tx.run(`delete from ${table}`))).rejects.toThrow(/permission/i);
});

test('rows that have served are forgotten by their age, a few at a time', async () => {
  const old = (table: string, columns: string, values: string) =>
    db.owner(`insert into ${table} (site, ${columns}) select 'demo', ${values} from generate_series(1, 3) n`);
  const anybody = `(select "UserId" from users where site = 'demo' limit 1)`;
  await old(
    'idempotency',
    `"UserId", key, call, "inputHash", reply, at`,
    `${anybody}, 'old ' || n, 'x', 'x', '1', now() - interval '8 days'`,
  );
  await old(
    'idempotency',
    `"UserId", key, call, "inputHash", reply, at`,
    `${anybody}, 'new ' || n, 'x', 'x', '1', now() - interval '6 days'`,
  );
  await old('login_failures', 'subject, at', `'x', now() - interval '2 days'`);
  await old(
    'outgoing_mail',
    `"to", subject, body, state, at`,
    `'a@b.test', 'x', 'x', 'sent', now() - interval '91 days'`,
  );
  await old(
    'outgoing_mail',
    `"to", subject, body, state, at`,
    `'a@b.test', 'x', 'x', 'waiting', now() - interval '91 days'`,
  );
  expect(await forgetOldRows(db, 2)).toBe(9);
  expect(await db.owner(`select key from idempotency where key like 'old%'`)).toEqual([]);
  expect(await db.owner(`select key from idempotency where key like 'new%'`)).toHaveLength(3);
  expect(await db.owner(`select state from outgoing_mail where "to" = 'a@b.test'`)).toHaveLength(3);
  expect(await forgetOldRows(db)).toBe(0);
});
