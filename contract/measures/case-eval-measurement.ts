import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { CaseId } from '../base/ids.ts';
import { EvalMeasurementId, CaseEvalMeasurementId } from './ids.ts';
import { MeasureMode, MeasureSide, type EvalMeasurement } from './eval-measurement.ts';
import { EvalResponse } from './eval-response.ts';

/** A measurement on a case; removed by `deleted_at`, and adding it again revives the same row. */
export const CaseEvalMeasurement = z.object({
  CaseEvalMeasurementId,
  CaseId,
  EvalMeasurementId,
  Side: MeasureSide.nullable(),
  Mode: MeasureMode.nullable(),
  SortOrder: z.int().min(0).max(100_000),
  deleted_at: Instant.nullable(),
});
export type CaseEvalMeasurement = z.output<typeof CaseEvalMeasurement>;

/** As the spec's case_eval_measurements carry it, with a response per note. */
export const CaseEvalMeasurementWithResponses = CaseEvalMeasurement.extend({ eval_responses: z.array(EvalResponse) });
export type CaseEvalMeasurementWithResponses = z.output<typeof CaseEvalMeasurementWithResponses>;

type Place = Pick<CaseEvalMeasurement, 'Side' | 'Mode'>;

/** Every side and mode in which a measurement can be put on a case; one without either has a single place. */
export function placesOf({ Sides, Modes }: Pick<EvalMeasurement, 'Sides' | 'Modes'>): Place[] {
  const sides: Place['Side'][] = Sides === 'LR' ? ['L', 'R'] : [null];
  const modes: Place['Mode'][] = Modes.length > 0 ? Modes : [null];
  return modes.flatMap((Mode) => sides.map((Side) => ({ Side, Mode })));
}

/** The heading of a measurement on a case: `Shoulder flexion, left, active`. */
export function placeName({ Name }: Pick<EvalMeasurement, 'Name'>, { Side, Mode }: Place): string {
  const side = Side === null ? null : sideWords[Side];
  return [Name, side, Mode].filter((part) => part !== null).join(', ');
}

const sideWords = { L: 'left', R: 'right' } as const;
