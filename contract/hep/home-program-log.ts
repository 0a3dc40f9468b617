import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, ExerciseId, PatientId } from '../base/ids.ts';
import { difficulties } from './difficulties.ts';
import { HomeProgramId, HomeProgramLogId } from './ids.ts';

/** What a patient says of one exercise, once: done, or not done and why it could not be. */
export const LogEntry = z.strictObject({
  HomeProgramLogId,
  HomeProgramId,
  ExerciseId,
  /** On the patient's phone. */
  day: DateString,
  done: z.boolean(),
  Pain: z.int().min(0).max(10).nullable(),
  Difficulty: z.enum(difficulties).nullable(),
});
export type LogEntry = z.output<typeof LogEntry>;

/** As it is kept; never changed. */
export const HomeProgramLog = z.object({
  ...LogEntry.shape,
  CaseId,
  PatientId,
  Version: z.int(),
  receivedAt: Instant,
  updated_at: Instant,
});
export type HomeProgramLog = z.output<typeof HomeProgramLog>;
