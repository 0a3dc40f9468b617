import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { CaseId } from '../base/ids.ts';
import { CaseEvalMeasurement } from './case-eval-measurement.ts';
import { EvalMeasurement } from './eval-measurement.ts';
import { EvalResponse } from './eval-response.ts';

/** As the spec's case_eval_measurements carry it: with what each note says of it, oldest first. */
export const CaseEvalMeasurementWithResponses = CaseEvalMeasurement.extend({ eval_responses: z.array(EvalResponse) });
export type CaseEvalMeasurementWithResponses = z.output<typeof CaseEvalMeasurementWithResponses>;

export const measureEndpoints = {
  list: {
    call: 'GET /evalMeasurements',
    access: {},
    noChart: 'Lists measurements alone.',
    summary: 'Lists every measurement: those of the built-in catalog, and the clinic’s own.',
    input: z.strictObject({}),
    reply: z.object({ evalMeasurements: z.array(EvalMeasurement) }),
  },
  ofCase: {
    call: 'GET /cases/:id/measurements',
    access: {},
    chartOf: { case: 'id' },
    summary: 'Lists the measurements of a case with what its notes say of each; removed ones have deleted_at.',
    input: z.strictObject({ id: CaseId }),
    reply: z.object({ case_eval_measurements: z.array(CaseEvalMeasurementWithResponses) }),
  },
} as const satisfies EndpointTable;
