import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
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
  await db.owner('update sync_epoch set system = null, timeline = null');
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
