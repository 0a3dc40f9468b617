import type { About, Checks } from './vault.ts';

/** A night's backup may take its time; a second night without one is trouble. */
const lateMs = 36 * 3_600_000;

/** A lost disk would then cost more than the minute that is promised. */
export const logFailingSentence = 'The latest changes can’t be backed up right now.';

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
