import type { z } from 'zod';
import { CaseExerciseId, ExerciseId } from '../base/ids.ts';
import { code, count, day, line, maybe } from '../record/fields.ts';
import { record, type Refusals } from '../record/record.ts';

/** CPT or HCPCS as a row may name it; which codes the clinic uses is asked where services are recorded. */
const cptCode = /^[0-9A-Z]\d{3}[0-9A-Z]$/;

/** A row of a case's flowsheet (chart 4): an exercise of the library, or one with a name of its own. */
export const caseExercise = record({
  name: 'caseExercise',
  noun: 'exercise',
  entity: 'caseExercises',
  feature: 'flowsheet',
  path: '/caseExercises',
  id: { CaseExerciseId },
  parent: 'case',
  may: { all: ['write notes'] },
  fields: {
    Name: line('Name', 120),
    /** Under which code it stands in the flowsheet; null where it is not billed. */
    CPT_Code: maybe(code('CPT code', 5)),
    /** As planned and as it was typed; what was done is in the cells of visits. */
    Dose: maybe(line('Planned dose', 60)),
    Precaution: maybe(line('Precaution', 300)),
    SortOrder: count('Order', 0, 1_000_000),
    StoppedOn: maybe(day('Stopped on')),
  },
  // What it was taken from never changes: another exercise is another row.
  added: { ExerciseId: ExerciseId.nullable().optional() },
  stored: { ExerciseId: ExerciseId.nullable() },
  begins: () => ({ ExerciseId: null }),
  check: ({ CPT_Code }): Refusals =>
    CPT_Code !== null && !cptCode.test(CPT_Code) ? { CPT_Code: 'Choose a code from the list.' } : {},
  brief: ({ Name }) => Name,
});

export const CaseExercise = caseExercise.Row;
export type CaseExercise = z.output<typeof CaseExercise>;
