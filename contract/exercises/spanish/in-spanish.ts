import { exerciseIdOf } from '../library.ts';
import { spanishTexts } from './texts.ts';

export type InSpanish = { Name: string; text: string };

const byId = new Map(
  Object.entries(spanishTexts).map(([key, [Name, text]]) => [exerciseIdOf(key) as string, { Name, text }]),
);

/** Name and text of a built-in exercise in Spanish; undefined for one of the clinic's own. */
export function inSpanish(ExerciseId: string): InSpanish | undefined {
  return byId.get(ExerciseId);
}
