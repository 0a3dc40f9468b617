import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, FacilityId, PatientId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';
import { CptCode } from '../charges/service.ts';
import { ExerciseId } from '../exercises/exercise.ts';
import { Dose } from './dose.ts';
import { CaseExerciseId } from './visit-exercises.ts';

/** A row of a case's flowsheet; an exercise of the library, or one with a name of its own. */
export const CaseExercise = z.object({
  CaseExerciseId,
  CaseId,
  PatientId,
  FacilityId,
  ExerciseId: ExerciseId.nullable(),
  Name: Line(120),
  CPT_Code: CptCode.nullable(),
  /** As planned; what was done is in the visit's cells. */
  Dose: Dose.nullable(),
  Precaution: OptionalLine(300),
  SortOrder: z.int().min(0),
  StoppedOn: DateString.nullable(),
  updated_at: Instant,
});
export type CaseExercise = z.output<typeof CaseExercise>;
