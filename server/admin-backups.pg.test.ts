import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { fakedClock } from './kit/faked-clock.ts';

const root = mkdtempSync(join(tmpdir(), 'mainstay-admin-'));
chmodSync(root, 0o755);
const phrase = join(root, 'phrase');
writeFileSync(phrase, 'twelve brown horses\n', { mode: 0o600 });
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function admin(args: string[], env: Record<string, string> = {}) {
  const usual = { DATA_DIR: join(root, 'data'), BACKUP_DIR: join(root, 'vault'), BACKUP_PASSPHRASE_FILE: phrase };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...fakedClock(), ...usual, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { out, err, code };
}

test(
  'backup, list, drill and restore by their commands, the database running or not',
  { timeout: 180_000 },
  async () => {
    expect(await admin(['backups'])).toMatchObject({
      out: `There are no backups in ${join(root, 'vault')}.\n`,
      code: 0,
    });
    expect((await admin(['backup'], { BACKUP_DIR: '', BACKUP_PASSPHRASE_FILE: '' })).err).toContain(
      'Set BACKUP_PASSPHRASE_FILE',
    );
    expect(await admin(['seed'])).toMatchObject({ code: 0 });
    const made = await admin(['backup']);
    expect(made).toMatchObject({ err: '', code: 0 });
    const [, id = ''] = /^The backup (\S+) was made and read back/.exec(made.out) ?? [];
    expect((await admin(['backups'])).out).toContain(`${id}: ended `);
    const drilled = await admin(['restore-drill']);
    expect(drilled.out).toMatch(/came back in \d+\.\d\d minutes: \d+ rows in \d+ tables, the same as when it was made/);
    const into = join(root, 'restored');
    const restored = await admin(['restore', '--into', into]);
    expect(restored).toMatchObject({ err: '', code: 0 });
    for (const line of [
      `Restored the backup ${id}`,
      'patients: ',
      'The audit log was not altered.',
      `DATA_DIR=${into}`,
    ])
      expect(restored.out).toContain(line);
    const verified = await admin(['verify-audit'], { DATA_DIR: into });
    expect(verified).toMatchObject({ err: '', code: 0 });
    const early = await admin(['restore', '--into', join(root, 'early'), '--to', '2020-01-01T00:00:00Z']);
    expect(early).toMatchObject({ err: 'There is no backup from before that.\n', code: 1 });
  },
);
