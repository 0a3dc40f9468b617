import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { urlOf } from '#server/testing/urls.ts';
import { checkHistory, markFile, watchHistory, type Mark, type MarkFile } from './history-mark.ts';

let db: TestDatabase;
let folder: string;
let file: MarkFile;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mainstay-mark-'));
  file = markFile(folder);
  await db.owner('update sync_epoch set system = null, timeline = null, database = null, relation = null');
  return () => rmSync(folder, { recursive: true, force: true });
});

const epoch = async () => (await db.owner<{ epoch: string }>('select epoch::text from sync_epoch'))[0]?.epoch;
const change = (mark: Partial<Mark>) => {
  const now = file.get();
  if (!now) throw new Error('Nothing was marked.');
  file.set({ ...now, ...mark });
};

test('a history that goes on stays the same one, whatever is written', async () => {
  const was = await epoch();
  expect(await checkHistory(db, file)).toBe(false);
  const first = file.get();
  await db.owner('create table if not exists growth (a text)');
  await db.owner(`insert into growth select repeat('x', 1000) from generate_series(1, 100)`);
  expect(await checkHistory(db, file)).toBe(false);
  expect(await epoch()).toBe(was);
  const look = async () => ((await checkHistory(db, file)) ? 'another' : file.get()?.lsn);
  // The log is written to the disk a moment later.
  await expect.poll(look).not.toBe(first?.lsn);
  expect(file.get()).toMatchObject({ epoch: was });
});

test('a database that ends before the mark outside of it is another history, once', async () => {
  await checkHistory(db, file);
  const was = await epoch();
  change({ lsn: 'FFFF/0' });
  expect(await checkHistory(db, file)).toBe(true);
  expect(await epoch()).not.toBe(was);
  expect(await checkHistory(db, file)).toBe(false);
});

test('a server whose mark is of the former epoch leaves the new one alone', async () => {
  await checkHistory(db, file);
  const other = markFile(mkdtempSync(join(folder, 'other-')));
  await checkHistory(db, other);
  change({ lsn: 'FFFF/0' });
  await checkHistory(db, file);
  const now = await epoch();
  const late = other.get();
  if (!late) throw new Error('Nothing was marked.');
  other.set({ ...late, lsn: 'FFFF/0' });
  expect(await checkHistory(db, other)).toBe(false);
  expect(await epoch()).toBe(now);
});

test.each([
  ['another cluster', `update sync_epoch set system = '1'`],
  ['another timeline', `update sync_epoch set timeline = '00000009'`],
])('what the database knows of itself shows %s, without a mark outside', async (_, sql) => {
  await checkHistory(db, file);
  rmSync(join(folder, 'history-mark.json'));
  const was = await epoch();
  await db.owner(sql);
  expect(await checkHistory(db, file)).toBe(true);
  expect(await epoch()).not.toBe(was);
  expect(await checkHistory(db, file)).toBe(false);
});

test('a mark of an older version, and a database that was never marked by this one, go on as they are', async () => {
  await checkHistory(db, file);
  const was = await epoch();
  change({ database: undefined, relation: undefined, grown: undefined });
  await db.owner('update sync_epoch set database = null, relation = null');
  expect(await checkHistory(db, file)).toBe(false);
  expect(await epoch()).toBe(was);
  expect(file.get()).toMatchObject({ database: expect.stringMatching(/^\d+$/), relation: expect.any(String) });
  expect((await db.owner<{ database: string }>('select database::text from sync_epoch'))[0]).toEqual({
    database: file.get()?.database,
  });
});

describe('a restore into the same cluster, without one of its log', () => {
  /** A database of the same name, as whoever restores makes it; its connections are ended first. */
  const swapped = async (name: string, made: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: urlOf(db.ownerUrl, 'postgres') });
    await admin.connect();
    try {
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name]);
      await admin.query(made);
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`alter database ${name}_copy rename to ${name}`);
    } finally {
      await admin.end();
    }
  };

  test('a copy that takes the name is another history, with and without a mark outside', async () => {
    for (const hasMark of [true, false]) {
      const own = await testDatabase({ connections: 1 });
      const mark = markFile(mkdtempSync(join(folder, 'own-')));
      try {
        await checkHistory(own, mark);
        const [was] = await own.owner<{ epoch: string }>('select epoch from sync_epoch');
        const name = new URL(own.ownerUrl).pathname.slice(1);
        await swapped(name, `create database ${name}_copy template ${name}`);
        const at = hasMark ? mark : markFile(mkdtempSync(join(folder, 'new-')));
        // The connections that were ended are noticed by the first who asks.
        const check = () => checkHistory(own, at).catch(() => 'ended');
        await expect.poll(check).toBe(true);
        expect(await own.owner('select epoch from sync_epoch')).not.toEqual([was]);
        expect(await checkHistory(own, at)).toBe(false);
      } finally {
        await own.close();
      }
    }
  });

  test('rows of a dump that were put into another database are another history', async () => {
    const [own, other] = [await testDatabase({ connections: 1 }), await testDatabase({ connections: 1 })];
    try {
      await checkHistory(own, file);
      const [row] = await own.owner<{ row: object }>('select to_jsonb(e) as row from sync_epoch e');
      await other.owner('delete from sync_epoch');
      await other.owner('insert into sync_epoch select * from jsonb_populate_record(null::sync_epoch, $1)', [row?.row]);
      expect(await checkHistory(other, file)).toBe(true);
    } finally {
      await own.close();
      await other.close();
    }
  });

  test('a table that was dropped and made anew is another history, and so are rows with an earlier number', async () => {
    await checkHistory(db, file);
    await db.owner('create table sync_epoch_new as table sync_epoch');
    await db.owner('alter table sync_epoch rename to sync_epoch_old');
    await db.owner('alter table sync_epoch_new rename to sync_epoch');
    expect(await checkHistory(db, file)).toBe(true);
    await db.owner('drop table sync_epoch');
    await db.owner('alter table sync_epoch_old rename to sync_epoch');
    expect(await checkHistory(db, file)).toBe(false);
    const restart = (number: string) =>
      db.owner(`select setval(pg_get_serial_sequence('sync_change', 'id'), ${number})`);
    const grown = file.get()?.grown ?? '';
    expect(grown).toMatch(/^\d+$/);
    const was = await epoch();
    await restart(`${Number(grown) - 1}`);
    expect(await checkHistory(db, file)).toBe(true);
    expect(await epoch()).not.toBe(was);
    await restart(grown);
    expect(await checkHistory(db, file)).toBe(false);
  });
});

test('a mark that cannot be read counts as none', async () => {
  writeFileSync(join(folder, 'history-mark.json'), '{"epoch":');
  expect(await checkHistory(db, file)).toBe(false);
  expect(file.get()).toMatchObject({ epoch: await epoch() });
});

test('it is checked before the server answers, and told of', async () => {
  await checkHistory(db, file);
  change({ lsn: 'FFFF/0' });
  const told: string[] = [];
  const rounds = await watchHistory(db, file, {
    renewed: () => told.push('renewed'),
    failed: () => told.push('failed'),
  });
  expect(told).toEqual(['renewed']);
  await rounds.stop();
});

test('what was written just before the end is marked: a restore to a moment before it is noticed', async () => {
  const rounds = await watchHistory(db, file, { renewed: () => undefined, failed: () => undefined });
  const seen = file.get();
  await db.owner(`select nextval(pg_get_serial_sequence('sync_change', 'id'))`);
  await rounds.stop();
  expect(Number(file.get()?.grown)).toBeGreaterThan(Number(seen?.grown ?? 0));
});

test('while nothing is written, looking writes nothing', async () => {
  await checkHistory(db, file);
  const rows = async () => (await db.owner<{ v: string }>('select xmin || ctid::text || xmax as v from sync_epoch'))[0];
  const was = await rows();
  await checkHistory(db, file);
  expect(await rows()).toEqual(was);
});

test('the API may renew an epoch in no other way', async () => {
  await expect(db.outside((tx) => tx.run('update sync_epoch set epoch = gen_random_uuid()'))).rejects.toThrow();
});
