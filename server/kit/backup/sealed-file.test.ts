import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recoveryKey } from './recovery-key.ts';
import { readSealed, writeSealed } from './sealed-file.ts';

/** Cheap to derive: how slow it is otherwise is no matter of these tests. */
const cheap = { n: 16, r: 1, p: 1 };
const key = recoveryKey('twelve brown horses', cheap);
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'mainstay-sealed-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (path: string, name = 'base', by = key) => buffer(readSealed(path, name, by));

test.each([0, 1, 1_048_576, 1_048_577, 3_000_000])('%i bytes come back as they were', async (size) => {
  const bytes = randomBytes(size);
  const path = join(folder, 'a', 'x.sealed');
  await writeSealed(path, 'base', key, inPieces(bytes, 70_000));
  expect((await read(path)).equals(bytes)).toBe(true);
  expect((await read(path, 'base', recoveryKey('twelve brown horses', cheap))).equals(bytes)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path).includes('twelve')).toBe(false);
});

test('another passphrase, another name, a changed byte and a cut tail do not open', async () => {
  const path = join(folder, 'x.sealed');
  await writeSealed(path, 'base', key, inPieces(randomBytes(2_500_000), 70_000));
  const whole = readFileSync(path);
  await expect(read(path, 'base', recoveryKey('thirteen brown horses', cheap))).rejects.toThrow('does not open');
  await expect(read(path, 'wal')).rejects.toThrow('does not open');
  for (const at of [5, 200, 1_500_000, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(path, changed);
    await expect(read(path)).rejects.toThrow('does not open');
  }
  const headerEnd = whole.indexOf('\n') + 1;
  for (const length of [10, headerEnd, headerEnd + 1_048_592, whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, length));
    await expect(read(path)).rejects.toThrow('does not open');
  }
});

test('what fails while it is written leaves nothing', async () => {
  async function* broken() {
    yield randomBytes(10);
    throw new Error('The source is gone.');
  }
  await expect(writeSealed(join(folder, 'x.sealed'), 'base', key, broken())).rejects.toThrow('The source is gone.');
  expect(readdirSync(folder)).toEqual([]);
});
