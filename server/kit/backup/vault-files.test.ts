import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as disk from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { About } from './vault.ts';

vi.mock('node:fs/promises', { spy: true });
// The server's tests share their modules: those that another file loaded would go past the disk of this one.
vi.resetModules();
const { prune } = await import('./nightly.ts');
const { recoveryKey } = await import('./recovery-key.ts');
const { vaultOf } = await import('./vault.ts');
const { giveAllToOwner, saveJson } = await import('./vault-files.ts');
const { writeText } = await import('./make-backup.ts');
afterAll(() => void vi.resetModules());

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'mainstay-vault-'))));
afterEach(() => {
  vi.mocked(disk.link).mockReset();
  vi.mocked(disk.rm).mockReset();
  rmSync(dir, { recursive: true, force: true });
});

const key = recoveryKey('twelve brown horses', { n: 16, r: 1, p: 1 });
const refusal = (code: string) => Object.assign(new Error(`${code}: operation not permitted`), { code });

test.each(['as usual', 'on a disk without hard links'])(
  'a file that is to be new is made once, however many make it at once: %s',
  async (where) => {
    if (where !== 'as usual') vi.mocked(disk.link).mockRejectedValue(refusal('EPERM'));
    const made = await Promise.all([1, 2, 3].map((number) => saveJson(dir, 'history.json', { number }, true)));
    expect(made.filter(Boolean)).toHaveLength(1);
    const kept = JSON.parse(await disk.readFile(join(dir, 'history.json'), 'utf8'));
    expect(kept).toEqual({ number: made.indexOf(true) + 1 });
    expect(await saveJson(dir, 'history.json', { number: 4 }, true)).toBe(false);
    expect(readdirSync(dir)).toEqual(['history.json']);
  },
);

test('two parts that tell of a history at once keep what each knows', async () => {
  const vault = vaultOf(dir, '1');
  const parents = [{ timeline: 1, lsn: '0/3000028' }];
  await Promise.all([
    vault.wrote({ timeline: 2, parents: [] }, '2026-11-26T03:00:00.000Z'),
    vault.wrote({ timeline: 2, parents }, '2026-11-26T03:00:01.000Z'),
    vault.wrote({ timeline: 2, parents: [] }, '2026-11-26T03:00:02.000Z'),
  ]);
  expect(await vault.histories()).toEqual([
    { timeline: 2, parents, beganAt: null, wroteAt: '2026-11-26T03:00:02.000Z' },
  ]);
});

const nobody = 65_534;
describe.skipIf(process.getuid?.() !== 0)('what root writes into a folder of somebody else', () => {
  const owners = (folder: string) =>
    readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, String(name))).uid);

  test('belongs to them', async () => {
    chownSync(dir, nobody, nobody);
    const vault = vaultOf(join(dir, 'not', 'there yet'), '1');
    await vault.claim('2026-11-26T03-00-00');
    const { path, name } = vault.wal('000000010000000000000001');
    await writeText({ path, name }, key, 'x');
    await vault.saveCheck({ drill: null });
    await vault.wrote({ timeline: 1, parents: [] }, '2026-11-26T03:00:00.000Z');
    await vault.begin({ timeline: 2, parents: [], beganAt: null, wroteAt: null });
    vi.mocked(disk.link).mockRejectedValue(refusal('EPERM'));
    await vault.begin({ timeline: 3, parents: [], beganAt: null, wroteAt: null });
    const found = owners(dir);
    expect(found.length).toBeGreaterThan(8);
    expect([...new Set(found)]).toEqual([nobody]);
  });

  test('so does what a command of before left to root', async () => {
    mkdirSync(join(dir, '1', 'wal'), { recursive: true });
    writeFileSync(join(dir, '1', 'wal', 'x.sealed'), 'x');
    chownSync(dir, nobody, nobody);
    await giveAllToOwner(dir);
    expect(owners(dir)).toEqual([nobody, nobody, nobody]);
    await giveAllToOwner(join(dir, 'not there'));
  });
});

test('a file that cannot be removed ends no removal of the others, and is told', async () => {
  const vault = vaultOf(dir, '1');
  const about = (id: string, hour: string): About => ({
    id,
    system: '1',
    startedAt: `${hour}:00:00.000Z`,
    endedAt: `${hour}:10:00.000Z`,
    point: 'x',
    walStart: '0000000100000000000000A0',
    walEnd: '0000000100000000000000A1',
    bytes: 1,
    sealedBytes: 1,
    verifiedAt: null,
    drilledAt: null,
  });
  const hours = { now: '2026-11-25T03', last: '2023-01-03T05', stuck: '2023-01-03T04', gone: '2023-01-03T03' };
  for (const [id, hour] of Object.entries(hours)) await vault.save(about(id, hour));
  for (const name of ['000000010000000000000001', '000000010000000000000002', '0000000100000000000000A0'])
    await writeText(vault.wal(name), key, 'x');
  const { rm } = await vi.importActual<typeof disk>('node:fs/promises');
  vi.mocked(disk.rm).mockImplementation(async (path, options) => {
    if (/stuck|0000000001\.sealed/.test(String(path))) throw refusal('EPERM');
    await rm(path, options);
  });
  expect(await prune(dir, '1', new Date('2026-11-26T12:00:00Z'))).toEqual([
    'stuck: EPERM: operation not permitted',
    '000000010000000000000001: EPERM: operation not permitted',
  ]);
  expect(readdirSync(join(dir, '1', 'bases')).toSorted()).toEqual(['last', 'now', 'stuck']);
  expect((await vault.walNames()).toSorted()).toEqual(['000000010000000000000001', '0000000100000000000000A0']);
});
