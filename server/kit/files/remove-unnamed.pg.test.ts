import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { addFile } from '#server/features/files/store.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { fixedRing } from '#server/kit/keys/key-ring.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { fileStore, filesFolder } from './file-store.ts';
import { removeUnnamed } from './remove-unnamed.ts';

let db: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'mainstay-unnamed-'));
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await db.close();
});

const dayMs = 24 * 3_600_000;
const root = filesFolder(dataDir);
const names = () => readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'));

test('content whose transaction failed, and a write cut short, go after 30 days; what a row names stays', async () => {
  const files = fileStore(dataDir, fixedRing({ id: 'one', secrets: Buffer.alloc(32, 7) }));
  const content = Buffer.from('%PDF-1.7 of a card');
  const of = { site: 'demo', PatientId: cast.patients.rosa, Name: 'Card', Category: 'other', content } as const;
  const add = (isKept: boolean) =>
    db.tx(messagesOf('demo'), async (tx) => {
      expect(await addFile(tx, files, { ...of, FileId: randomUUID() })).toBe(true);
      if (!isKept) throw new Error('the transaction fails');
    });
  await add(true);
  const kept = names();
  await expect(add(false)).rejects.toThrow('the transaction fails');
  const [first = ''] = kept;
  writeFileSync(join(root, `${first}.${randomUUID()}.part`), 'half');
  expect([kept.length, names().length]).toEqual([1, 3]);

  const now = Date.now();
  expect(await removeUnnamed(db, dataDir, now)).toBe(0);
  for (const name of names()) utimesSync(join(root, name), (now - 31 * dayMs) / 1000, (now - 31 * dayMs) / 1000);
  expect(await removeUnnamed(db, dataDir, now)).toBe(2);
  expect(names()).toEqual(kept);
  expect(await removeUnnamed(db, join(dataDir, 'none'), now)).toBe(0);
});
