import { z } from 'zod';
import type { OnlineTable } from '../base/endpoint.ts';
import { UserId } from '../base/ids.ts';

export const taskEndpoints = {
  people: {
    call: 'GET /tasks/people',
    access: {},
    noChart: 'Names the staff alone.',
    summary: 'Lists the names of the staff, for assigning tasks.',
    input: z.strictObject({}),
    reply: z.object({ people: z.array(z.object({ UserId, Name: z.string() })) }),
  },
} as const satisfies OnlineTable;
