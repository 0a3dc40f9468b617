/** What retention looks at of a backup. */
export type Kept = { id: string; endedAt: string; walStart: string; walEnd: string };

const dayMs = 24 * 3_600_000;
/** Any moment of so many days can be restored; older backups only as they are. */
const anyMomentDays = 7;
const daily = 14;
const weekly = 8;
const monthly = 12;

/**
 * Which backups stay: all of the last 7 days and the one before them, then the last of each of 14 days, 8 weeks and
 * 12 months that have one. The newest stays whatever its age.
 */
export function backupsToKeep<B extends Kept>(backups: readonly B[], now: Date): B[] {
  const newestFirst = backups.toSorted((a, b) => (a.endedAt < b.endedAt ? 1 : -1));
  const begin = new Date(now.getTime() - anyMomentDays * dayMs).toISOString();
  const kept = new Set(newestFirst.filter(({ endedAt }) => endedAt >= begin));
  const [newest] = newestFirst;
  const before = newestFirst.find(({ endedAt }) => endedAt < begin);
  for (const one of [newest, before]) if (one) kept.add(one);
  for (const [periodOf, most] of [
    [dayOf, daily],
    [weekOf, weekly],
    [monthOf, monthly],
  ] as const) {
    const lastOfEach = new Map<string, B>();
    for (const one of newestFirst) {
      const period = periodOf(one.endedAt);
      if (!lastOfEach.has(period)) lastOfEach.set(period, one);
    }
    for (const one of [...lastOfEach.values()].slice(0, most)) kept.add(one);
  }
  return newestFirst.filter((one) => kept.has(one)).toReversed();
}

/**
 * Which files of the log stay: from the backup before the last 7 days on, and what each older backup needs to be
 * whole. Histories of timelines are small, and without them nothing after a restore can be found.
 */
export function walToKeep(names: readonly string[], kept: readonly Kept[], now: Date): string[] {
  const begin = new Date(now.getTime() - anyMomentDays * dayMs).toISOString();
  const oldestFirst = kept.toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1));
  const from = oldestFirst.findLast(({ endedAt }) => endedAt < begin) ?? oldestFirst[0];
  return names.filter((name) => {
    if (name.endsWith('.history') || !from) return true;
    const segment = positionOf(name);
    if (segment >= positionOf(from.walStart)) return true;
    return kept.some(({ walStart, walEnd }) => segment >= positionOf(walStart) && segment <= positionOf(walEnd));
  });
}

/** The night's backup is due once the hour has come and none was made since. */
export function isBackupDue(newest: string | undefined, hour: number, now: Date): boolean {
  const due = new Date(now);
  due.setHours(hour, 0, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return newest === undefined || newest < due.toISOString();
}

/** Some hours less than a week, so that it comes in the night, right after that night's backup. */
const drillEveryMs = 6.5 * dayMs;

/** A backup is restored on trial a week after the last one was; the first one at once. */
export function isDrillDue(last: { at: string; backup: string } | null, newest: { id: string }, now: Date): boolean {
  if (last === null) return true;
  return last.backup !== newest.id && now.getTime() - Date.parse(last.at) > drillEveryMs;
}

/** Where a segment lies, on whichever timeline: the same position is never reused for something older. */
function positionOf(name: string): string {
  return name.slice(8, 24);
}

function dayOf(at: string): string {
  return at.slice(0, 10);
}

function monthOf(at: string): string {
  return at.slice(0, 7);
}

/** The day on which the week began, a Monday. */
function weekOf(at: string): string {
  const day = new Date(`${dayOf(at)}T00:00:00Z`);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
}
