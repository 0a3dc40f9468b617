import type { HomeProgramLog } from './home-program-log.ts';

type Said = Pick<HomeProgramLog, 'ExerciseId' | 'day' | 'done' | 'Pain' | 'Difficulty'>;

export type LoggedDay = {
  day: string;
  /** How many exercises were done at least once, and how many could not be. */
  done: number;
  notDone: number;
  /** The most pain of the day, 0 to 10; null where none was told. */
  pain: number | null;
  hard: number;
};

/** What was logged, by day, the latest first. An exercise that was done later the same day counts as done. */
export function logByDay(logs: readonly Said[]): LoggedDay[] {
  const days = [...Map.groupBy(logs, ({ day }) => day)].toSorted(([a], [b]) => b.localeCompare(a));
  return days.map(([day, said]) => {
    const done = new Set(said.filter((one) => one.done).map(({ ExerciseId }) => ExerciseId));
    const tried = new Set(said.map(({ ExerciseId }) => ExerciseId));
    const pains = said.flatMap(({ Pain }) => Pain ?? []);
    return {
      day,
      done: done.size,
      notDone: tried.size - done.size,
      pain: pains.length === 0 ? null : Math.max(...pains),
      hard: said.filter(({ Difficulty }) => Difficulty === 'hard').length,
    };
  });
}
