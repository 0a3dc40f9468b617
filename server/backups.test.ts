import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupNotice } from './backups.ts';
import { readConfig } from './config.ts';

const notice = (env: Record<string, string>, isEmbedded = true, where: string | null = null) =>
  backupNotice({ isEmbedded, where }, readConfig(env, '/srv'));
const https = { PUBLIC_URL: 'https://clinic.example' };

test('on https, an embedded database without a passphrase is told of, and nothing else', async () => {
  expect(await notice(https)).toMatch(/^No backups are made.*BACKUP_PASSPHRASE_FILE/);
  expect(await notice({})).toBeNull();
  expect(await notice({ ...https, BACKUP_PASSPHRASE: 'twelve brown horses' })).toBeNull();
  expect(await notice(https, false)).toBeNull();
});

test('backups on the disk of the data are told of, wherever on it they lie', async () => {
  const given = { BACKUP_PASSPHRASE: 'twelve brown horses' };
  const BACKUP_DIR = import.meta.dirname;
  expect(await notice({ ...given, BACKUP_DIR }, true, join(import.meta.dirname, 'kit'))).toMatch(
    /on the same disk as the data/,
  );
  expect(await notice({ ...given, BACKUP_DIR }, false, null)).toBeNull();
});
