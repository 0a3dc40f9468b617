import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, NoteId, OutcomeResponseId, PatientId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';

/** What was answered to an item; `Text` is the activity a patient named, null elsewhere. */
export const OutcomeAnswer = z.strictObject({
  ItemKey: Line(20),
  Value: z.number().nullable(),
  Text: OptionalLine(120),
});
export type OutcomeAnswer = z.output<typeof OutcomeAnswer>;

/** What a response says beside its ids. */
export const outcomeFields = {
  /** The note it was entered in; null for one that was entered by itself. */
  NoteId: NoteId.nullable(),
  MeasureKey: Line(40),
  Version: z.int().min(1).max(1000),
  /** The day it was answered. */
  Date: DateString,
  /** Null where only a total is kept. */
  Answers: z.array(OutcomeAnswer).max(60).nullable(),
  Score: z.number(),
  /** The response that this one takes the place of. */
  CorrectsId: OutcomeResponseId.nullable(),
};

/** What a patient answered to an outcome measure; never changed, never removed: a wrong one is corrected by another. */
export const OutcomeResponse = z.object({
  OutcomeResponseId,
  CaseId,
  PatientId,
  ...outcomeFields,
  /** Staff, for the patient, or the patient by the link of a survey. */
  EnteredBy: z.enum(['staff', 'patient']),
  /** That survey; null where staff entered it. */
  SurveySendId: z.uuid().nullable(),
  updated_at: Instant,
});
export type OutcomeResponse = z.output<typeof OutcomeResponse>;
