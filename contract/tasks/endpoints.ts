import { z } from 'zod';
import type { OnlineTable } from '../base/endpoint.ts';
import { UserId } from '../base/ids.ts';

export const taskEndpoints = {
  people: {
    call: 'GET /tasks/people',
    access: {},
    noChart: 'Names the staff alone.',
    summary: 'Lists the people of the staff to whom a task can be assigned, by name.',
    input: z.strictObject({}),
    reply: z.object({ people: z.array(z.object({ UserId, Name: z.string() })) }),
  },
} as const satisfies OnlineTable;
