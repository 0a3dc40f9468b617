import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { CaseId, PatientId } from '../base/ids.ts';
import { CaseEvalMeasurementId, EvalMeasurementId } from './ids.ts';
import { Place } from './place.ts';

/** A measurement on a case; removed by `deleted_at`, and adding it again revives the same row. */
export const CaseEvalMeasurement = z.object({
  CaseEvalMeasurementId,
  CaseId,
  PatientId,
  EvalMeasurementId,
  ...Place.shape,
  SortOrder: z.int().min(0).max(100_000),
  deleted_at: Instant.nullable(),
  updated_at: Instant,
});
export type CaseEvalMeasurement = z.output<typeof CaseEvalMeasurement>;
