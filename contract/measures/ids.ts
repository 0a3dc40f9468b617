import { z } from 'zod';
import { uuidV5 } from './uuid-v5.ts';

export const EvalMeasurementId = z.uuid().brand<'EvalMeasurementId'>();
export type EvalMeasurementId = z.output<typeof EvalMeasurementId>;
/** UUIDv5 of case, measurement, side and mode: two devices that add the same measurement meet in one row. */
export const CaseEvalMeasurementId = z.uuid().brand<'CaseEvalMeasurementId'>();
export type CaseEvalMeasurementId = z.output<typeof CaseEvalMeasurementId>;
export const OutcomeResponseId = z.uuid().brand<'OutcomeResponseId'>();
export type OutcomeResponseId = z.output<typeof OutcomeResponseId>;
export const MarkId = z.uuid().brand<'MarkId'>();
export type MarkId = z.output<typeof MarkId>;
export const SurveySendId = z.uuid().brand<'SurveySendId'>();
export type SurveySendId = z.output<typeof SurveySendId>;

/** Never changes: every built-in id and every measurement of a case derives from it. */
const namespace = '6f3b0c52-6a1e-4d0b-9a77-2d5c1f4e8b10';

/** The id of a built-in measurement from its key, such as `shoulder.flexion`; the same on every device and site. */
export function builtInId(key: string): EvalMeasurementId {
  return EvalMeasurementId.parse(uuidV5(namespace, `builtin:${key}`));
}

/** The id of a measurement on a case, the same wherever it is added. */
export function caseEvalMeasurementId(of: {
  CaseId: string;
  EvalMeasurementId: string;
  Side: string | null;
  Mode: string | null;
}): CaseEvalMeasurementId {
  const name = `case:${of.CaseId}/${of.EvalMeasurementId}/${of.Side ?? ''}/${of.Mode ?? ''}`;
  return CaseEvalMeasurementId.parse(uuidV5(namespace, name.toLowerCase()));
}
