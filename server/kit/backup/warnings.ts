import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { About, Checks } from './vault.ts';

/** A night's backup may take its time; a second night without one is trouble. */
const lateMs = 36 * 3_600_000;

/** A disk that has not taken the log for so long hangs, and more than the promised minute would be lost. */
const hangingMs = 60_000;

/** `since`: when the log that is being taken was begun; undefined between two. Both in ms of one clock. */
export function isHanging(since: number | undefined, now: number): boolean {
  return since !== undefined && now - since > hangingMs;
}

/** A lost disk would then cost more than the minute that is promised. */
export const logFailingSentence = 'The latest changes can’t be backed up right now.';

/** What is in the log is in the backups all the same. */
export const filesFailingSentence = 'Some files of charts can’t be backed up right now.';

export const sameDiskSentence =
  'The backups are on the same disk as the data, so a lost disk loses both. Set BACKUP_DIR to another disk.';

export const notRemovedSentence = 'Old backups can’t be removed right now.';

type DiskOf = (path: string) => Promise<number | undefined>;

/** Whether two directories lie on one disk; of one that is not there yet, the one it will be made in counts. */
export async function isSameDisk(a: string, b: string, diskOf: DiskOf = deviceOf): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((path) => nearestDisk(path, diskOf)));
  return one !== undefined && one === other;
}

async function nearestDisk(path: string, diskOf: DiskOf): Promise<number | undefined> {
  for (let at = resolve(path); ; at = dirname(at)) {
    const disk = await diskOf(at);
    if (disk !== undefined || at === dirname(at)) return disk;
  }
}

async function deviceOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.dev;
}

type Seen = {
  checks: Checks;
  newest: Pick<About, 'endedAt'> | undefined;
  isFailing: boolean;
  isLeft: boolean;
  now: Date;
};

/** What of the backups somebody has to see to: for `/readyz`, without a word of what is in them. */
export function warningsOf({ checks, newest, isFailing, isLeft, now }: Seen): string[] {
  const isLate = newest !== undefined && now.getTime() - Date.parse(newest.endedAt) > lateMs;
  return [
    ...(isFailing ? ['Backups can’t be made right now.'] : []),
    ...(isLeft ? [notRemovedSentence] : []),
    ...(isLate ? [`The last backup is from ${newest.endedAt}.`] : []),
    ...(failed(checks.drill) ? ['The last trial restore failed: run restore-drill.'] : []),
    ...(failed(checks.audit) ? ['The audit log was altered: run verify-audit.'] : []),
  ];
}

function failed(check: { findings: readonly string[] } | null): boolean {
  return check !== null && check.findings.length > 0;
}
