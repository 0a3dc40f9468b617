import { z } from 'zod';
import type { OnlineTable } from '../base/endpoint.ts';
import { EvalTemplate } from './eval-template.ts';
import { TextTemplate } from './text-template.ts';

const noChart = 'Templates of the clinic, without any patient.';

export const templateEndpoints = {
  listEval: {
    call: 'GET /templates/eval',
    access: {},
    noChart,
    summary: 'Lists the templates of notes: those of the clinic and the caller’s own.',
    input: z.strictObject({}),
    reply: z.object({ evalTemplates: z.array(EvalTemplate) }),
  },
  listText: {
    call: 'GET /templates/text',
    access: {},
    noChart,
    summary: 'Lists the texts to put into notes: those of the clinic and the caller’s own.',
    input: z.strictObject({}),
    reply: z.object({ textTemplates: z.array(TextTemplate) }),
  },
} as const satisfies OnlineTable;
