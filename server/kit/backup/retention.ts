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
 * 12 months that have one. The newest stays whatever its age. The same of each history that is still needed (`livePaths`),
 * so that a restored server and one beside it take nothing from each other.
 */
export function backupsToKeep<B extends Kept>(backups: readonly B[], now: Date, histories: readonly History[]): B[] {
  const kept = new Set(thinned(backups, now));
  for (const stretches of livePaths(histories, backups, now))
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
 * Which files of the log stay: of each history that is still needed (`livePaths`), from its backup before the last 7
 * days on, up to its end, and what each older backup needs to be whole. A restored server begins at positions that the one before it is long
 * past, so each history counts by itself. Files with forks are small, and without them nothing after a restore can be
 * found.
 */
export function walToKeep(
  names: readonly string[],
  kept: readonly Kept[],
  now: Date,
  histories: readonly History[],
): string[] {
  const paths = neededOf(kept, now, histories);
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

/**
 * Which keys that were made after a backup stay: a moment can be wanted for which only an older backup is there, in
 * each history that is still needed by itself.
 */
export function newKeysToKeep(
  names: readonly string[],
  kept: readonly (Kept & Pick<About, 'startedAt'>)[],
  now: Date,
  histories: readonly History[],
): string[] {
  const paths = neededOf(kept, now, histories);
  return names.filter((name) =>
    paths.some(
      ({ stretches, from }) =>
        stretches.some(({ timeline }) => timeline === madeOn(name)) && (!from || madeAt(name) >= from.startedAt),
    ),
  );
}

/** When keys were made, as the name of their file says. */
export function madeAt(name: string): string {
  // No colons: not every disk takes them in a name.
  return name.slice(0, 10) + name.slice(10, 24).replaceAll('-', ':');
}

/** On which timeline, as the same name says. */
export function madeOn(name: string): number {
  return Number(name.slice(25));
}

/** Each history that is still needed, and the backup of it from which on all of its log is. */
function neededOf<B extends Kept>(
  kept: readonly B[],
  now: Date,
  histories: readonly History[],
): { stretches: Stretch[]; from: B | undefined }[] {
  return livePaths(histories, kept, now).map((stretches) => ({
    stretches,
    from: firstNeeded(
      kept.filter((each) => holds(stretches, whereabouts(each))),
      now,
    ),
  }));
}

/** The backup from which on any moment can be restored. */
function firstNeeded<B extends Kept>(backups: readonly B[], now: Date): B | undefined {
  const all = oldestFirst(backups);
  return all.findLast(({ endedAt }) => endedAt < beginOf(now)) ?? all[0];
}

/**
 * The histories in which a moment of the last 7 days may lie. What a history came to is what there was until a server
 * went on from elsewhere, however long before that it was last written to: a lost server is restored after its clinic
 * was shut for weeks, and with its first backup the restored one must not take the days before the loss. So a history
 * is needed until 7 days after the first sign, later than its own last one, that a server wrote to another. A backup of
 * that one is a sign, and the last it put here; that a restore began it is none, which may have been a trial.
 */
function livePaths(histories: readonly History[], backups: readonly Kept[], now: Date): Stretch[][] {
  const begin = beginOf(now);
  const signs = [
    ...backups.map((each) => ({ timeline: whereabouts(each).timeline, at: each.endedAt })),
    ...histories.map(({ timeline, wroteAt }) => ({ timeline, at: wroteAt ?? '' })),
  ];
  const isLive = ({ timeline, beganAt, wroteAt }: History) => {
    const last = wroteAt ?? beganAt ?? '';
    return !signs.some((sign) => sign.timeline !== timeline && sign.at > last && sign.at < begin);
  };
  return histories.filter(isLive).map(stretchesOf);
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
