import type { LogEntry } from './home-program-log.ts';

type Item = { ExerciseId: string; PerDay: number; PerWeek: number };
type Said = Pick<LogEntry, 'ExerciseId' | 'day' | 'done'>;

export type Today<I> = {
  item: I;
  /** How often it was done on the day, and how often it is to be. */
  times: number;
  isDone: boolean;
};

/** As base/dates.ts has it, which brings the checks of dates along: a phone needs none of them. */
function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The Sunday on which the week of a day begins. */
export function weekStart(day: string): string {
  return moved(day, -new Date(`${day}T00:00Z`).getUTCDay());
}

/**
 * What there is to do on a day (YYYY-MM-DD): without exercises that were done on as many other days of the week as they
 * should be; those done on the day itself stay, as done.
 */
export function todaysList<I extends Item>(items: readonly I[], logs: readonly Said[], day: string): Today<I>[] {
  const since = weekStart(day);
  const until = moved(since, 6);
  return items.flatMap((item): Today<I>[] => {
    const done = logs.filter((log) => log.done && log.ExerciseId === item.ExerciseId);
    const times = done.filter((log) => log.day === day).length;
    const others = new Set(done.map((log) => log.day).filter((on) => on !== day && on >= since && on <= until));
    if (times === 0 && others.size >= item.PerWeek) return [];
    return [{ item, times, isDone: times >= item.PerDay }];
  });
}

export function dayBefore(day: string): string {
  return moved(day, -1);
}

/** Whether a patient may still log a day: today and yesterday (patient-pages 3). */
export function mayLog(day: string, today: string): boolean {
  return day === today || day === dayBefore(today);
}
