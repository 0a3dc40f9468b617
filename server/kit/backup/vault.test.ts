import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noChecks, vaultOf } from './vault.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'mainstay-vault-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('what was checked is kept with the backups, each kind by itself', async () => {
  const vault = vaultOf(dir, '1');
  expect(await vault.checks()).toEqual(noChecks);
  const audit = { at: '2026-11-26T03:01:00.000Z', seconds: 1.5, findings: [] };
  const drill = { ...audit, findings: ['patients: 3 rows, now 2'], backup: '2026-11-26T03-00-00' };
  await vault.saveCheck({ audit });
  await vault.saveCheck({ drill });
  expect(await vaultOf(dir, '1').checks()).toEqual({ drill, audit });
  expect(await vaultOf(dir, '2').checks()).toEqual(noChecks);
});

test('a backup that did not come to its end is told from a whole one, and can be removed', async () => {
  const vault = vaultOf(dir, '1');
  for (const id of ['one', 'two']) {
    mkdirSync(join(dir, '1', 'bases', id), { recursive: true });
    writeFileSync(vault.base(id).path, 'x');
  }
  writeFileSync(join(dir, '1', 'bases', 'two', 'about.json'), '{}');
  expect(await vault.unfinished()).toEqual(['one']);
  await vault.remove('one');
  expect(await vault.unfinished()).toEqual([]);
});
