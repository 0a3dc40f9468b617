import { z } from 'zod';

export const EvalMeasurementId = z.uuid().brand<'EvalMeasurementId'>();
export type EvalMeasurementId = z.output<typeof EvalMeasurementId>;
/** UUIDv5 of case, measurement, side and mode: two devices that add the same measurement meet in one row. */
export const CaseEvalMeasurementId = z.uuid().brand<'CaseEvalMeasurementId'>();
export type CaseEvalMeasurementId = z.output<typeof CaseEvalMeasurementId>;
