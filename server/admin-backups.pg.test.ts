import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { fakedClock } from './kit/faked-clock.ts';
import { compileCache } from './testing/compile-cache.ts';
import { passingFolder } from './testing/passing-folder.ts';
import { countFrom } from './testing/seed.ts';

const root = mkdtempSync(join(passingFolder(), 'mainstay-admin-'));
chmodSync(root, 0o755);
const phrase = join(root, 'phrase');
writeFileSync(phrase, 'twelve brown horses\n', { mode: 0o600 });
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function admin(args: string[], env: Record<string, string> = {}) {
  const usual = { DATA_DIR: join(root, 'data'), BACKUP_DIR: join(root, 'vault'), BACKUP_PASSPHRASE_FILE: phrase };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...fakedClock(), ...usual, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { out, err, code };
}

test('without a backup, a passphrase or a directory the commands say so, and start no database', async () => {
  const [none, unset, nowhere, noNumber] = await Promise.all([
    admin(['backups']),
    admin(['restore-drill'], { BACKUP_DIR: '', BACKUP_PASSPHRASE_FILE: '' }),
    admin(['restore']),
    admin(['restore', '--into', join(root, 'new'), '--history', 'first']),
  ]);
  expect(none).toMatchObject({ out: `There are no backups in ${join(root, 'vault')}.\n`, code: 0 });
  expect(unset).toMatchObject({ err: expect.stringContaining('Set BACKUP_PASSPHRASE_FILE'), code: 1 });
  expect(nowhere).toMatchObject({ err: 'Name a new directory: --into <directory>.\n', code: 1 });
  expect(noNumber).toMatchObject({ err: 'Name a history by its number: --history 1.\n', code: 1 });
  expect(existsSync(join(root, 'data', 'pg18'))).toBe(false);
});

const system = () => readdirSync(join(root, 'vault')).find((name) => /^\d+$/.test(name)) ?? '';

/** Ten processes, three of which start a database: only in `npm run test:long -- backups`. */
const times = Array.from({ length: countFrom('BACKUP_RESTORES', 0) }, (_, at) => [at + 1]);
test.each(times)('backup, list, drill and restore by their commands, time %i', { timeout: 600_000 }, async () => {
  expect(await admin(['seed'])).toMatchObject({ code: 0 });
  const made = await admin(['backup']);
  expect(made).toMatchObject({ err: '', code: 0 });
  const [, id = ''] = /^The backup (\S+) was made and read back/.exec(made.out) ?? [];
  expect(await admin(['backups'])).toMatchObject({
    out: expect.stringContaining(`${id}: ended `),
    err: expect.stringContaining('on the same disk as the data'),
  });
  const drilled = await admin(['restore-drill']);
  expect(drilled.out).toMatch(/came back in \d+\.\d\d minutes: \d+ rows in \d+ tables, the same as when it was made/);
  const into = join(root, 'restored');
  const restored = await admin(['restore', '--into', into]);
  expect(restored).toMatchObject({ err: '', code: 0 });
  for (const line of [
    `Restored the backup ${id}`,
    'of history 1 of these backups, and goes on as history 2.',
    'patients: ',
    'The audit log was not altered.',
    `DATA_DIR=${into}`,
  ])
    expect(restored.out).toContain(line);
  const verified = await admin(['verify-audit'], { DATA_DIR: into });
  expect(verified).toMatchObject({ err: '', code: 0 });
  const over = await admin(['restore', '--into', join(root, 'passed-over')]);
  expect(over).toMatchObject({ err: '', code: 0 });
  expect(over.out).toContain('of history 1 of these backups, and goes on as history 3.');
  expect(over.out).toContain('History 2 was passed over: no server ever wrote to it. To restore it: --history 2.');
  const again = join(root, 'restored-again');
  const second = await admin(['restore', '--into', again, '--history', '2']);
  expect(second).toMatchObject({ err: '', code: 0 });
  expect(second.out).toContain('of history 2 of these backups, and goes on as history 4.');
  expect((await admin(['backups'])).out).toMatch(/History 2 goes on from history 1, since .*, never written to\./);
  const none = await admin(['restore', '--into', join(root, 'none'), '--history', '7']);
  expect(none).toMatchObject({ err: expect.stringContaining('There is no history 7.'), code: 1 });
  const rotated = await admin(['rotate-key']);
  expect(rotated).toMatchObject({ err: '', code: 0 });
  expect(readdirSync(join(root, 'vault', system(), 'new-keys'))).toHaveLength(1);
  const early = await admin(['restore', '--into', join(root, 'early'), '--to', '2020-01-01T00:00:00Z']);
  expect(early).toMatchObject({ err: 'There is no backup from before that.\n', code: 1 });
});
