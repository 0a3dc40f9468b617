import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { CaseId, OutcomeResponseId } from '../base/ids.ts';
import { outcomeFields, OutcomeResponse } from './outcome-response.ts';

export const outcomeEndpoints = {
  record: {
    call: 'POST /outcomeResponses',
    access: { all: ['write notes'] },
    queueable: true,
    chartOf: { case: 'CaseId' },
    summary:
      'Records what a patient answered to an outcome measure, or its total. It is never changed: a correction names what it corrects. The client sets the ID.',
    input: z.strictObject({ OutcomeResponseId, CaseId, ...outcomeFields }),
    reply: z.object({ outcomeResponse: OutcomeResponse }),
  },
} as const satisfies EndpointTable;
