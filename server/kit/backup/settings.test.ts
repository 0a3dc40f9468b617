import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupSettings } from './settings.ts';

const usual = { DATA_DIR: 'data', BACKUP_HOUR: 3 };

test('without a passphrase there are no backups, and a directory for them alone is a mistake', () => {
  expect(backupSettings(usual, '/srv')).toBeUndefined();
  expect(() => backupSettings({ ...usual, BACKUP_DIR: '/mnt' }, '/srv')).toThrow('BACKUP_PASSPHRASE_FILE');
});

test('they lie in the data directory, or where they are told to', () => {
  const given = { ...usual, BACKUP_PASSPHRASE: 'twelve brown horses' };
  expect(backupSettings(given, '/srv')).toEqual({
    dir: '/srv/data/backups',
    passphrase: 'twelve brown horses',
    hour: 3,
  });
  expect(backupSettings({ ...given, BACKUP_DIR: '/mnt/b' }, '/srv')?.dir).toBe('/mnt/b');
  expect(() => backupSettings({ ...usual, BACKUP_PASSPHRASE: 'short' }, '/srv')).toThrow('12 characters');
  expect(() => backupSettings({ ...given, BACKUP_PASSPHRASE_FILE: '/x' }, '/srv')).toThrow('not both');
});

test('a file with the passphrase is for its owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mainstay-phrase-'));
  try {
    const file = join(folder, 'phrase');
    writeFileSync(file, 'twelve brown horses\n', { mode: 0o600 });
    const given = { ...usual, BACKUP_PASSPHRASE_FILE: file };
    expect(backupSettings(given, '/srv')?.passphrase).toBe('twelve brown horses');
    chmodSync(file, 0o644);
    expect(() => backupSettings(given, '/srv')).toThrow('0600');
    expect(() => backupSettings({ ...given, BACKUP_PASSPHRASE_FILE: `${file}x` }, '/srv')).toThrow('cannot be read');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
