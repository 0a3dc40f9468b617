import { expect, test } from 'vitest';
import { noChecks, type Checks } from './vault.ts';
import { warningsOf } from './warnings.ts';

const now = new Date('2026-11-27T12:00:00Z');
const newest = { endedAt: '2026-11-27T03:00:10.000Z' };
const check = (...findings: string[]) => ({ at: '2026-11-27T03:01:00.000Z', seconds: 1, findings });
const well: Checks = { drill: { ...check(), backup: 'x' }, audit: check() };
const seen = { checks: well, newest, isFailing: false, now };

test.each([
  ['all is well', seen, []],
  ['nothing was looked at yet', { ...seen, checks: noChecks, newest: undefined }, []],
  ['the backup does not work', { ...seen, isFailing: true }, ['Backups can’t be made right now.']],
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
