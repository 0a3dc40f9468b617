import { z } from 'zod';
import type { OnlineTable } from '../base/endpoint.ts';
import { EmergencyAccessId } from '../base/ids.ts';
import { EmergencyReason } from '../emergency/endpoints.ts';
import { EmergencyGrant } from '../session/current-user.ts';

export const emergencyGrantEndpoints = {
  request: {
    call: 'POST /emergency/grants',
    // By the permission of spec 6, which no superuser holds by being one: its handler looks.
    access: {},
    onDashboard: true,
    summary:
      'Emergency access for as long as the site allows, by the server’s clock; audited, and administrators are told.',
    input: z.strictObject({ reason: EmergencyReason }),
    reply: z.object({ grant: EmergencyGrant }),
  },
  end: {
    call: 'POST /emergency/grants/:id/end',
    access: {},
    onDashboard: true,
    summary: 'Ends emergency access before its time: one’s own, or anybody’s for who manages users.',
    input: z.strictObject({ id: EmergencyAccessId }),
    reply: z.object({ ended: z.boolean() }),
  },
} as const satisfies OnlineTable;
