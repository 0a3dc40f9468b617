import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { About, Checks } from './vault.ts';

/** A night's backup may take its time; a second night without one is trouble. */
const lateMs = 36 * 3_600_000;

/** A lost disk would then cost more than the minute that is promised. */
export const logFailingSentence = 'The latest changes can’t be backed up right now.';

export const sameDiskSentence =
  'The backups are on the same disk as the data, so a lost disk loses both. Set BACKUP_DIR to another disk.';

/** Whether two directories lie on one disk; of one that is not there yet, the one it will be made in counts. */
export function isSameDisk(a: string, b: string, diskOf: (path: string) => number | undefined = deviceOf): boolean {
  const [one, other] = [a, b].map((path) => nearestDisk(path, diskOf));
  return one !== undefined && one === other;
}

function nearestDisk(path: string, diskOf: (path: string) => number | undefined): number | undefined {
  for (let at = resolve(path); ; at = dirname(at)) {
    const disk = diskOf(at);
    if (disk !== undefined || at === dirname(at)) return disk;
  }
}

function deviceOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.dev;
}

type Seen = { checks: Checks; newest: Pick<About, 'endedAt'> | undefined; isFailing: boolean; now: Date };

/** What of the backups somebody has to see to: for `/readyz`, without a word of what is in them. */
export function warningsOf({ checks, newest, isFailing, now }: Seen): string[] {
  const isLate = newest !== undefined && now.getTime() - Date.parse(newest.endedAt) > lateMs;
  return [
    ...(isFailing ? ['Backups can’t be made right now.'] : []),
    ...(isLate ? [`The last backup is from ${newest.endedAt}.`] : []),
    ...(failed(checks.drill) ? ['The last trial restore failed: run restore-drill.'] : []),
    ...(failed(checks.audit) ? ['The audit log was altered: run verify-audit.'] : []),
  ];
}

function failed(check: { findings: readonly string[] } | null): boolean {
  return check !== null && check.findings.length > 0;
}
