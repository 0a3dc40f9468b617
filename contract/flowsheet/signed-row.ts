import type { Refusals } from '../record/record.ts';
import type { CaseExercise } from './case-exercise.ts';

type Named = Pick<CaseExercise, 'Name' | 'CPT_Code'>;

const sentence = 'A signed visit has this exercise. Stop it and add another.';

/**
 * Why a row of the flowsheet that signed visits say something of stays the exercise it is, by field: what they say would
 * be of another one.
 */
export function signedRowRefusals(row: Named, before: Named): Refusals {
  return {
    ...(row.Name !== before.Name && { Name: sentence }),
    ...(row.CPT_Code !== before.CPT_Code && { CPT_Code: sentence }),
  };
}
