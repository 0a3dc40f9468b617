import { expect, test } from 'vitest';
import { noBackupsNotice } from './backups.ts';
import { readConfig } from './config.ts';

const notice = (env: Record<string, string>, isEmbedded = true) =>
  noBackupsNotice({ isEmbedded }, readConfig(env, '/srv'));
const https = { PUBLIC_URL: 'https://clinic.example' };

test('on https, an embedded database without a passphrase is told of, and nothing else', () => {
  expect(notice(https)).toMatch(/^No backups are made.*BACKUP_PASSPHRASE_FILE/);
  expect(notice({})).toBeNull();
  expect(notice({ ...https, BACKUP_PASSPHRASE: 'twelve brown horses' })).toBeNull();
  expect(notice(https, false)).toBeNull();
});
