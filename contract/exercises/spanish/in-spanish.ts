import { exerciseIdOf } from '../library.ts';
import { armTexts } from './arms.ts';
import { legTexts } from './legs.ts';
import { trunkTexts } from './trunk.ts';

export type InSpanish = { Name: string; text: string };

const byId = new Map(
  Object.entries({ ...legTexts, ...trunkTexts, ...armTexts }).map(([key, [Name, text]]) => [
    exerciseIdOf(key) as string,
    { Name, text },
  ]),
);

/** Name and text of a built-in exercise in Spanish; undefined for one that has none. */
export function inSpanish(ExerciseId: string): InSpanish | undefined {
  return byId.get(ExerciseId);
}
