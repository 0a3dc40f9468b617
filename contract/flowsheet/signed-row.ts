import type { CaseExercise } from './case-exercise.ts';

type Named = Pick<CaseExercise, 'Name' | 'CPT_Code'>;

/** Why a row of the flowsheet stays the exercise it was signed as. */
export const signedRowSentence = 'A signed visit has this exercise. Stop it and add another.';

/** Whether a row is to stand for another exercise than before: what signed visits say of it would be of that one. */
export function isOtherExercise(row: Named, before: Named): boolean {
  return row.Name !== before.Name || row.CPT_Code !== before.CPT_Code;
}
