import type { Exercise } from '../exercises/exercise.ts';
import type { CaseExercise } from '../flowsheet/case-exercise.ts';
import type { HomeProgramItem } from './home-program.ts';

type Library = (id: string) => Pick<Exercise, 'ExerciseId' | 'Version'> | undefined;
type Row = Pick<CaseExercise, 'ExerciseId' | 'Name' | 'Dose' | 'StoppedOn' | 'SortOrder'>;

export type FromFlowsheet = {
  items: HomeProgramItem[];
  /** Exercises with a name of their own: no text or drawing of the library could be given of them. */
  left: string[];
};

/** What a flowsheet adds to a program: each exercise that goes on, once, in its order, with its planned dose. */
export function fromFlowsheet(
  rows: readonly Row[],
  has: readonly Pick<HomeProgramItem, 'ExerciseId'>[],
  libraryOf: Library,
): FromFlowsheet {
  const seen = new Set<string>(has.map(({ ExerciseId }) => ExerciseId));
  const items: HomeProgramItem[] = [];
  const left: string[] = [];
  const going = rows.filter(({ StoppedOn }) => StoppedOn === null).toSorted((a, b) => a.SortOrder - b.SortOrder);
  for (const { ExerciseId, Name, Dose } of going) {
    const known = ExerciseId === null ? undefined : libraryOf(ExerciseId);
    if (!known) left.push(Name);
    else if (!seen.has(known.ExerciseId)) {
      seen.add(known.ExerciseId);
      items.push(newItem(known, Dose));
    }
  }
  return { items, left };
}

/** An exercise as it joins a program: once a day, every day, until its writer says otherwise. */
export function newItem(
  { ExerciseId, Version }: Pick<Exercise, 'ExerciseId' | 'Version'>,
  Dose: string | null,
): HomeProgramItem {
  return { ExerciseId, Version, Dose, PerDay: 1, PerWeek: 7, Note: null };
}
