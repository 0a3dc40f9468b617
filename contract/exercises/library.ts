import { ExerciseId } from '../base/ids.ts';
import { textHash } from '../flowsheet/text-hash.ts';
import type { Exercise } from './exercise.ts';
import { starterExercises, starterRights } from './starter/starter-exercises.ts';

/** The day the starter set was written, as the version of its rows. */
const writtenAt = '2026-11-27T00:00:00Z';

/** Every exercise a clinic has, by name. A file of data: a screen loads it when it is needed, never at sign-in. */
export const library: readonly Exercise[] = starterExercises
  .map(({ Key, ...exercise }): Exercise => {
    const [Aliases, Equipment] = [[...exercise.Aliases], [...exercise.Equipment]];
    const of = { Rights: starterRights, ImageFileIds: [], Version: 1, updated_at: writtenAt };
    return { ...exercise, ...of, Aliases, Equipment, ExerciseId: exerciseIdOf(Key) };
  })
  .toSorted((a, b) => a.Name.localeCompare(b.Name, 'en'));

const byId = new Map(library.map((exercise) => [exercise.ExerciseId, exercise]));

export function exerciseById(id: string): Exercise | undefined {
  return byId.get(id as ExerciseId);
}

/** The id of a built-in exercise, the same in every clinic: a UUID of version 8 (RFC 9562) made from its key. */
export function exerciseIdOf(key: string): ExerciseId {
  const hex = ['a', 'b', 'c'].map((part) => textHash(`${part}:${key}`)).join('');
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
    hex.slice(18, 30),
  ];
  return ExerciseId.parse(groups.join('-'));
}

/** Exercises whose name, other name or region has every word typed; the caller's favorites first. */
export function foundExercises(typed: string, favorites: ReadonlySet<string>): Exercise[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = library.filter(({ Name, Aliases, Region }) => {
    const text = [Name, ...Aliases, Region].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.toSorted((a, b) => Number(favorites.has(b.ExerciseId)) - Number(favorites.has(a.ExerciseId)));
}
