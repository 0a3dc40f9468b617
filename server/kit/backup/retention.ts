import type { History } from './histories.ts';
import { bytesInHistory, holds, segmentAt, stretchesOf, type Stretch } from './timelines.ts';
import { whereabouts, type About } from './vault.ts';

/** What retention looks at of a backup. */
export type Kept = Pick<About, 'id' | 'endedAt' | 'walStart' | 'walEnd' | 'timeline' | 'parents' | 'pointLsn'>;

const dayMs = 24 * 3_600_000;
/** Any moment of so many days can be restored; older backups only as they are. */
const anyMomentDays = 7;
const daily = 14;
const weekly = 8;
const monthly = 12;

/**
 * Which backups stay: all of the last 7 days and the one before them, then the last of each of 14 days, 8 weeks and
 * 12 months that have one. The newest stays whatever its age. The same of each history that was lately written to, so
 * that a restored server and one beside it take nothing from each other.
 */
export function backupsToKeep<B extends Kept>(backups: readonly B[], now: Date, histories: readonly History[]): B[] {
  const kept = new Set(thinned(backups, now));
  for (const stretches of livePaths(histories, now))
    for (const one of thinned(
      backups.filter((each) => holds(stretches, whereabouts(each))),
      now,
    ))
      kept.add(one);
  return oldestFirst(backups).filter((one) => kept.has(one));
}

function thinned<B extends Kept>(backups: readonly B[], now: Date): B[] {
  const newestFirst = oldestFirst(backups).toReversed();
  const begin = beginOf(now);
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
  return [...kept];
}

/**
 * Which files of the log stay: of each history that was lately written to, from its backup before the last 7 days on,
 * and what each older backup needs to be whole. A restored server begins at positions that the one before it is long
 * past, so each history counts by itself. Files with forks are small, and without them nothing after a restore can be
 * found.
 */
export function walToKeep(
  names: readonly string[],
  kept: readonly Kept[],
  now: Date,
  histories: readonly History[],
): string[] {
  const paths = livePaths(histories, now).map((stretches) => ({
    stretches,
    from: firstNeeded(
      kept.filter((each) => holds(stretches, whereabouts(each))),
      now,
    ),
  }));
  return names.filter((name) => {
    const segment = segmentAt(name);
    if (!segment || kept.length === 0) return true;
    const isOf = (walStart: string) => segment.begin >= (segmentAt(walStart)?.begin ?? 0n);
    const isLive = paths.some(
      ({ stretches, from }) => bytesInHistory(stretches, name) !== 0 && (!from || isOf(from.walStart)),
    );
    return (
      isLive ||
      kept.some(
        (each) =>
          whereabouts(each).timeline === segment.timeline &&
          isOf(each.walStart) &&
          segment.begin <= (segmentAt(each.walEnd)?.begin ?? 0n),
      )
    );
  });
}

/** Which keys that were made after a backup stay: a moment can be wanted for which only an older backup is there. */
export function newKeysToKeep(
  names: readonly string[],
  kept: readonly (Kept & Pick<About, 'startedAt'>)[],
  now: Date,
): string[] {
  const from = firstNeeded(kept, now);
  return names.filter((name) => !from || madeAt(name) >= from.startedAt);
}

/** When keys were made, as the name of their file says. */
export function madeAt(name: string): string {
  // No colons: not every disk takes them in a name.
  return name.slice(0, 10) + name.slice(10, 24).replaceAll('-', ':');
}

/** The backup from which on any moment can be restored. */
function firstNeeded<B extends Kept>(backups: readonly B[], now: Date): B | undefined {
  const all = oldestFirst(backups);
  return all.findLast(({ endedAt }) => endedAt < beginOf(now)) ?? all[0];
}

/** Of the histories that something was put here for in the last 7 days; of the last one, where there is none. */
function livePaths(histories: readonly History[], now: Date): Stretch[][] {
  const lastOf = ({ beganAt, wroteAt }: History) => wroteAt ?? beganAt ?? '';
  const live = histories.filter((each) => lastOf(each) >= beginOf(now));
  const last = histories.toSorted((a, b) => (lastOf(a) < lastOf(b) ? -1 : 1)).slice(-1);
  return (live.length > 0 ? live : last).map(stretchesOf);
}

function beginOf(now: Date): string {
  return new Date(now.getTime() - anyMomentDays * dayMs).toISOString();
}

function oldestFirst<B extends Kept>(backups: readonly B[]): B[] {
  return backups.toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1));
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
