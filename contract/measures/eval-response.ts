import { z } from 'zod';
import { NoteId } from '../base/ids.ts';
import { Instant } from '../base/dates.ts';
import { OptionalLine, Text } from '../base/text.ts';
import { endFeels } from '../documentation/cell-values.ts';
import { EvalValue, type EvalMeasurement } from './eval-measurement.ts';
import type { MeasureMode } from './place.ts';
import { CaseEvalMeasurementId } from './ids.ts';
import { valueProblem } from './value-problem.ts';

/** How a passive movement ends. */
export const EndFeel = z.enum(Object.keys(endFeels) as [keyof typeof endFeels]);
export type EndFeel = z.output<typeof EndFeel>;

export const longestComment = 500;

/** What a note says of one measurement of a case. Absent, or all null, is nothing said, and prints nothing. */
export const EvalResponse = z.object({
  CaseEvalMeasurementId,
  NoteId,
  Value: EvalValue.nullable(),
  Pain: z.int().min(0).max(10).nullable(),
  EndFeel: EndFeel.nullable(),
  Comment: Text(longestComment).nullable(),
  /** Why it was not tested. */
  NotTested: OptionalLine(120),
  /** The note a value was taken over from, and when; null where it was measured here. */
  From: z.object({ NoteId, at: Instant }).nullable(),
});
export type EvalResponse = z.output<typeof EvalResponse>;

export type ResponseFields = Pick<EvalResponse, 'Value' | 'Pain' | 'EndFeel' | 'Comment' | 'NotTested'>;

/** Whether a response says anything, so that an untouched one is never printed as a finding. */
export function hasFinding({ Value, Pain, EndFeel, Comment, NotTested }: ResponseFields): boolean {
  const isFilled = Array.isArray(Value) ? Value.length > 0 : Value !== null;
  return isFilled || Pain !== null || EndFeel !== null || Boolean(Comment?.trim()) || Boolean(NotTested?.trim());
}

/** One sentence per field that does not fit its measurement; empty where all fits. */
export function responseProblems(
  measurement: EvalMeasurement,
  response: ResponseFields,
  mode: MeasureMode | null = null,
): Partial<Record<keyof ResponseFields, string>> {
  const value = response.Value === null ? null : valueProblem(measurement, response.Value);
  const isPassive = mode === null ? measurement.Modes.includes('passive') : mode === 'passive';
  const { Pain } = response;
  return {
    ...(value && { Value: value }),
    ...(Pain !== null && !(Number.isInteger(Pain) && Pain >= 0 && Pain <= 10) && { Pain: 'Enter pain from 0 to 10.' }),
    ...(response.EndFeel !== null && !isPassive && { EndFeel: 'Only a passive movement has an end feel.' }),
    ...((response.Comment?.length ?? 0) > longestComment && { Comment: 'Keep the comment under 500 characters.' }),
    ...(response.Value !== null &&
      response.NotTested?.trim() && { NotTested: 'Enter a value or a reason for not testing, not both.' }),
  };
}
