import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { CaseExerciseId, CaseId, FacilityId, NoteId, PatientId, ProviderId, VisitId } from '../base/ids.ts';
import { OptionalLine } from '../base/text.ts';
import { assistLevels, DoseAmount, mostDoseText, sides } from './dose.ts';

/** From which signed note a value was taken, when that note was signed, and the text it had there. */
export const TakenFrom = z.strictObject({ NoteId, at: Instant, hash: z.string().regex(/^[0-9a-f]{14}$/) });
export type TakenFrom = z.output<typeof TakenFrom>;

/** What was done of one exercise at one visit. */
export const VisitCell = z.strictObject({
  Dose: DoseAmount.nullable(),
  /** The text of a dose that could not be read; it has to be settled before signing. */
  Unread: z.string().max(mostDoseText).nullable(),
  Side: z.enum(sides).nullable(),
  Assist: z.enum(assistLevels).nullable(),
  Pain: z.int().min(0).max(10).nullable(),
  Comment: OptionalLine(500),
  /** Why it was not done; empty text where no reason was given, null where it was not skipped. */
  Skipped: OptionalLine(mostDoseText),
  /** Who performed it; null is the visit's provider. */
  ProviderId: ProviderId.nullable(),
  From: TakenFrom.nullable(),
});
export type VisitCell = z.output<typeof VisitCell>;

/** The flowsheet column of a visit: its cells by CaseExerciseId. One row a visit. */
export const VisitExercises = z.object({
  VisitId,
  CaseId,
  PatientId,
  FacilityId,
  Cells: z.record(CaseExerciseId, VisitCell),
  updated_at: Instant,
});
export type VisitExercises = z.output<typeof VisitExercises>;
