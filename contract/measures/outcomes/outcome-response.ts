import { z } from 'zod';
import { DateString } from '../../base/dates.ts';
import { CaseId, NoteId } from '../../base/ids.ts';
import { Line, OptionalLine } from '../../base/text.ts';
import { OutcomeResponseId, SurveySendId } from '../ids.ts';

/** What was answered to an item; `Text` is the activity a patient named, null elsewhere. */
export const OutcomeAnswer = z.object({
  ItemKey: Line(20),
  Value: z.number().nullable(),
  Text: OptionalLine(120),
});
export type OutcomeAnswer = z.output<typeof OutcomeAnswer>;

export const EnteredBy = z.discriminatedUnion('by', [
  z.object({ by: z.literal('staff') }),
  z.object({ by: z.literal('patient'), SurveySendId }),
]);

/** Append-only: a correction is a new response that names the one it corrects. Answers are null where only a total is kept. */
export const OutcomeResponse = z.object({
  OutcomeResponseId,
  CaseId,
  NoteId: NoteId.nullable(),
  MeasureKey: Line(40),
  Version: z.int().min(1),
  Date: DateString,
  Answers: z.array(OutcomeAnswer).max(60).nullable(),
  Score: z.number(),
  EnteredBy,
  CorrectsId: OutcomeResponseId.nullable(),
});
export type OutcomeResponse = z.output<typeof OutcomeResponse>;

type Corrected = Pick<OutcomeResponse, 'OutcomeResponseId' | 'CorrectsId'>;

/** The responses that count: those that no other one corrects, in the order given. */
export function currentResponses<R extends Corrected>(responses: readonly R[]): R[] {
  const corrected = new Set(responses.map(({ CorrectsId }) => CorrectsId));
  return responses.filter(({ OutcomeResponseId: id }) => !corrected.has(id));
}
