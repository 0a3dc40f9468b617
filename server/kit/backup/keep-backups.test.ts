import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { walFolder } from '../db/embedded-postgres.ts';
import { filesFolder } from '../files/file-store.ts';
import { filesInVault } from './copy-files.ts';
import { takeWal } from './keep-backups.ts';
import { recoveryKey } from './recovery-key.ts';
import { vaultOf } from './vault.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mainstay-keep-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a file that cannot be read keeps neither the log nor other files from the backups', async () => {
  const [data, dir] = [join(root, 'data'), join(root, 'backups')];
  const to = { dir, key: recoveryKey('a long passphrase') };
  const source = { dataDir: data, where: data };
  const [bad, good] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string];
  // Reading a folder as a file fails for whoever reads, the system's superuser too.
  mkdirSync(join(filesFolder(data), 'aa', bad), { recursive: true });
  mkdirSync(join(filesFolder(data), 'bb'), { recursive: true });
  writeFileSync(join(filesFolder(data), 'bb', good), 'card');
  const [first, second] = ['000000010000000000000001', '000000010000000000000002'] as const;
  mkdirSync(walFolder(data), { recursive: true });
  writeFileSync(join(walFolder(data), first), 'log');

  expect(await takeWal({ source, to }, 'system')).toBe(false);
  const vault = vaultOf(dir, 'system');
  expect(existsSync(vault.wal(first).path)).toBe(true);
  expect(readdirSync(walFolder(data))).toEqual([]);
  expect(readdirSync(join(filesInVault(dir), 'bb'))).toEqual([good]);

  rmSync(join(filesFolder(data), 'aa', bad), { recursive: true });
  writeFileSync(join(filesFolder(data), 'aa', bad), 'card');
  writeFileSync(join(walFolder(data), second), 'log');
  expect(await takeWal({ source, to }, 'system')).toBe(true);
  expect(existsSync(vault.wal(second).path)).toBe(true);
  expect(readdirSync(join(filesInVault(dir), 'aa'))).toEqual([bad]);
});
