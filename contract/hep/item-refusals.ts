import type { Exercise } from '../exercises/exercise.ts';
import { parseDose } from '../flowsheet/parse-dose.ts';
import type { Refusals } from '../record/record.ts';
import type { HomeProgramItem } from './home-program.ts';

type Library = (id: string) => Pick<Exercise, 'Name' | 'Version'> | undefined;

/** What is wrong with the exercises of a program, in one sentence: each is of the library, with a dose that can be read. */
export function itemRefusals(items: readonly HomeProgramItem[], libraryOf: Library): Refusals {
  for (const { ExerciseId, Version, Dose } of items) {
    const known = libraryOf(ExerciseId);
    if (!known || Version > known.Version) return { Items: 'One of these exercises was not found.' };
    const read = Dose === null ? null : parseDose(Dose);
    if (read?.kind === 'problem') return { Items: `${known.Name}: ${read.problem}` };
    if (read?.kind === 'skipped') return { Items: `${known.Name}: leave the dose empty if there is none.` };
  }
  return {};
}
