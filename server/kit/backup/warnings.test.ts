import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noChecks, type Checks } from './vault.ts';
import { isHanging, isSameDisk, warningsOf } from './warnings.ts';

const now = new Date('2026-11-27T12:00:00Z');
const newest = { endedAt: '2026-11-27T03:00:10.000Z' };
const check = (...findings: string[]) => ({ at: '2026-11-27T03:01:00.000Z', seconds: 1, findings });
const well: Checks = { drill: { ...check(), backup: 'x' }, audit: check() };
const seen = { checks: well, newest, isFailing: false, isLeft: false, now };

test.each([
  ['all is well', seen, []],
  ['nothing was looked at yet', { ...seen, checks: noChecks, newest: undefined }, []],
  ['the backup does not work', { ...seen, isFailing: true }, ['Backups can’t be made right now.']],
  ['old ones stay', { ...seen, isLeft: true }, ['Old backups can’t be removed right now.']],
  [
    'the second night has none',
    { ...seen, newest: { endedAt: '2026-11-25T23:59:00.000Z' } },
    ['The last backup is from 2026-11-25T23:59:00.000Z.'],
  ],
  [
    'the restore failed',
    { ...seen, checks: { ...well, drill: { ...check('patients: 3 rows, now 2'), backup: 'x' } } },
    ['The last trial restore failed: run restore-drill.'],
  ],
  [
    'the audit log was altered',
    { ...seen, checks: { ...well, audit: check('demo: Entry 3 was altered.') } },
    ['The audit log was altered: run verify-audit.'],
  ],
])('%s', (_, of, sentences) => {
  expect(warningsOf(of)).toEqual(sentences);
});

test.each([
  ['another disk', '/mnt/backups', false],
  ['a directory of that disk that is not there yet', '/mnt/backups/later/still', false],
  ['the data directory', '/srv/data/backups', true],
  ['a directory elsewhere on its disk', '/var/backups', true],
])('%s', async (_, backups, isSame) => {
  const disks: Record<string, number> = { '/': 1, '/srv': 1, '/srv/data': 1, '/mnt/backups': 2 };
  expect(await isSameDisk(backups, '/srv/data', async (path) => disks[path])).toBe(isSame);
});

test('without a word from the system nothing is claimed; of this one it is asked', async () => {
  expect(await isSameDisk('/a', '/b', async () => undefined)).toBe(false);
  expect(await isSameDisk(import.meta.dirname, join(import.meta.dirname, 'not', 'there'))).toBe(true);
});

test.each([
  ['between two rounds', undefined, 100_000, false],
  ['for a minute', 40_000, 100_000, false],
  ['for more than a minute', 39_999, 100_000, true],
])('the disk has not taken the log %s', (_, since, now, hangs) => {
  expect(isHanging(since, now)).toBe(hangs);
});
