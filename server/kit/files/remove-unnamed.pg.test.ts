import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { addFile } from '#server/features/files/store.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { fixedRing } from '#server/kit/keys/key-ring.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { fileStore, filesFolder, unnamedFolder, type Placed } from './file-store.ts';
import { removeUnnamed } from './remove-unnamed.ts';

let db: TestDatabase;
/** One that was set back, or is another clinic's, over the same directory. */
let other: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  db = await testDatabase();
  other = await testDatabase();
});
afterAll(async () => {
  await db.close();
  await other.close();
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mainstay-unnamed-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 5, 1);
const keys = fixedRing({ id: 'one', secrets: Buffer.alloc(32, 7) });
const content = Buffer.from('%PDF-1.7 of a card');
const rootNow = () => filesFolder(dataDir);
const names = () => readdirSync(rootNow(), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'));
const run = (database: TestDatabase, now: number) => removeUnnamed(database, dataDir, now);
const aside = ({ storedAs }: Placed) => `${unnamedFolder}/${storedAs}`;
const own = ({ storedAs }: Placed) => `${storedAs.slice(0, 2)}/${storedAs}`;

/** Where its content came to lie, written at `start`. */
async function add(to: TestDatabase, isKept = true): Promise<Placed & { FileVersionId: string }> {
  const files = fileStore(dataDir, keys);
  let placed: Placed | undefined;
  const FileId = randomUUID();
  const of = { site: 'demo', FileId, PatientId: cast.patients.rosa, Name: 'Card', Category: 'other', content } as const;
  const put: typeof files.put = async (...given) => (placed = await files.put(...given));
  const adding = to.tx(messagesOf('demo'), async (tx) => {
    expect(await addFile(tx, { ...files, put }, of)).toBe(true);
    if (!isKept) throw new Error('the transaction fails');
  });
  const wentWell = await adding.then(
    () => true,
    () => false,
  );
  expect(wentWell).toBe(isKept);
  if (!placed) throw new Error('Nothing was put.');
  utimesSync(join(rootNow(), own(placed)), start / 1000, start / 1000);
  return { ...placed, FileVersionId: FileId };
}

const read = async (of: Awaited<ReturnType<typeof add>>) =>
  (await fileStore(dataDir, keys).get({ site: 'demo', FileVersionId: of.FileVersionId }, of))?.toString();

test('content whose transaction failed goes 30 days after it was first seen; what a row names stays', async () => {
  const [kept, failed] = [await add(db), await add(db, false)];
  expect(await run(db, start + hourMs / 2)).toBe(0);
  expect(names().toSorted()).toEqual([own(kept), own(failed)].toSorted());
  // Nobody looked for a long time: it may be a database set back since yesterday.
  const seen = start + 100 * dayMs;
  expect(await run(db, seen)).toBe(0);
  expect(names().toSorted()).toEqual([own(kept), aside(failed)].toSorted());
  expect(await run(db, seen + 29 * dayMs)).toBe(0);
  expect(names()).toHaveLength(2);
  expect(await run(db, seen + 31 * dayMs)).toBe(1);
  expect(names()).toEqual([own(kept)]);
  expect(await read(kept)).toBe(content.toString());
  expect(await removeUnnamed(db, join(dataDir, 'none'), seen)).toBe(0);
});

test('a write cut short goes after 30 days', async () => {
  const part = join(rootNow(), `${own(await add(db))}.${randomUUID()}.part`);
  writeFileSync(part, 'half');
  utimesSync(part, start / 1000, start / 1000);
  expect(await run(db, start + 29 * dayMs)).toBe(0);
  expect(await run(db, start + 31 * dayMs)).toBe(1);
  expect(names()).toHaveLength(1);
});

test('what another database names is set aside, read from there, and goes back once it is named again', async () => {
  const [ours, theirs] = [await add(db), await add(other)];
  expect(await run(other, start + 40 * dayMs)).toBe(0);
  expect(names().toSorted()).toEqual([own(theirs), aside(ours)].toSorted());
  expect(await read(ours)).toBe(content.toString());
  expect(await run(db, start + 75 * dayMs)).toBe(0);
  expect(names().toSorted()).toEqual([own(ours), aside(theirs)].toSorted());
  expect([await read(ours), await read(theirs)]).toEqual([content.toString(), content.toString()]);
  // Its 30 days begin anew.
  expect(await run(other, start + 76 * dayMs)).toBe(0);
  expect(names().toSorted()).toEqual([own(theirs), aside(ours)].toSorted());
});

test('a database that names nothing there touches nothing', async () => {
  const ours = await add(db);
  const failed = await add(db, false);
  await run(db, start + dayMs);
  const before = names().toSorted();
  expect(before).toEqual([own(ours), aside(failed)].toSorted());
  for (const days of [40, 80]) expect(await run(other, start + days * dayMs)).toBe(0);
  expect(names().toSorted()).toEqual(before);
});
