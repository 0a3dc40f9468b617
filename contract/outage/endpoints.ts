import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { SiteKey, UserId } from '../base/ids.ts';

export const outageEndpoints = {
  userDetails: {
    call: 'GET /outage/userDetails',
    access: {},
    byHand: true,
    noChart: 'About the caller’s own sign-in.',
    summary: 'Returns the user of a token. Works without the database when GET /setup fails (spec 7).',
    input: z.strictObject({}),
    reply: z.object({ UserId, site: SiteKey, SuperUser: z.boolean() }),
  },
} as const satisfies EndpointTable;
