import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixedRing } from '../keys/key-ring.ts';
import { fileStore, filesFolder, unnamedFolder } from '../files/file-store.ts';
import { copyFiles, filesInVault, restoreFiles } from './copy-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mainstay-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const keys = fixedRing({ id: 'one', secrets: Buffer.alloc(32, 7) });
const of = { site: 'demo', FileVersionId: 'a' };
const content = Buffer.alloc(200_000, 'card ');

test('a file comes back from the backup as it was; what is there already is not copied again', async () => {
  const [data, vault, restored] = [join(root, 'data'), join(root, 'vault'), join(root, 'new')];
  const placed = await fileStore(data, keys).put(of, content);
  const copy = () => copyFiles(filesFolder(data), filesInVault(vault));
  expect([await copy(), await copy()]).toEqual([1, 0]);
  expect(await restoreFiles(vault, filesFolder(restored))).toBe(1);
  expect((await fileStore(restored, keys).get(of, placed))?.equals(content)).toBe(true);
});

test('what was set aside is copied to its own place, once', async () => {
  const [data, vault, restored] = [join(root, 'data'), join(root, 'vault'), join(root, 'new')];
  const placed = await fileStore(data, keys).put(of, content);
  const shard = placed.storedAs.slice(0, 2);
  mkdirSync(join(filesFolder(data), unnamedFolder));
  renameSync(join(filesFolder(data), shard, placed.storedAs), join(filesFolder(data), unnamedFolder, placed.storedAs));
  const copy = () => copyFiles(filesFolder(data), filesInVault(vault));
  expect([await copy(), await copy()]).toEqual([1, 0]);
  expect(readdirSync(filesInVault(vault))).toEqual([shard]);
  expect(await restoreFiles(vault, filesFolder(restored))).toBe(1);
  expect((await fileStore(restored, keys).get(of, placed))?.equals(content)).toBe(true);
});

test('without files nothing is copied, nor where nothing was backed up', async () => {
  expect(await copyFiles(filesFolder(join(root, 'none')), filesInVault(root))).toBe(0);
  expect(await restoreFiles(join(root, 'none'), filesFolder(root))).toBe(0);
});

test('on disk it says nothing of what is in it, and opens for its own version and site alone', async () => {
  const store = fileStore(root, keys);
  const placed = await store.put(of, content);
  const path = join(filesFolder(root), placed.storedAs.slice(0, 2), placed.storedAs);
  expect(readFileSync(path).includes('card ')).toBe(false);
  expect(await store.get({ ...of, FileVersionId: 'b' }, placed)).toBeUndefined();
  expect(await store.get({ ...of, site: 'other' }, placed)).toBeUndefined();
  const other = fileStore(root, fixedRing({ id: 'two', secrets: Buffer.alloc(32, 8) }));
  expect(await other.get(of, placed)).toBeUndefined();
});

test.each([
  ['cut short by a segment', (sealed: Buffer) => sealed.subarray(0, 65_552)],
  [
    'with another byte',
    (sealed: Buffer) => Buffer.concat([sealed.subarray(0, 10), Buffer.from([1]), sealed.subarray(11)]),
  ],
  [
    'with two segments exchanged',
    (sealed: Buffer) =>
      Buffer.concat([sealed.subarray(65_552, 131_104), sealed.subarray(0, 65_552), sealed.subarray(131_104)]),
  ],
  ['empty', () => Buffer.alloc(0)],
])('a file on disk that was %s is none', async (_, change) => {
  const store = fileStore(root, keys);
  const placed = await store.put(of, content);
  const path = join(filesFolder(root), placed.storedAs.slice(0, 2), placed.storedAs);
  writeFileSync(path, change(readFileSync(path)));
  expect(await store.get(of, placed)).toBeUndefined();
  expect(readdirSync(join(filesFolder(root), placed.storedAs.slice(0, 2)))).toEqual([placed.storedAs]);
});
