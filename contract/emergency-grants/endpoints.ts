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
    noChart: 'About the access only. Each chart opened under it has its own entry.',
    summary: 'Starts emergency access for the time the site allows. It is audited, and administrators are notified.',
    input: z.strictObject({ reason: EmergencyReason }),
    reply: z.object({ grant: EmergencyGrant }),
  },
  end: {
    call: 'POST /emergency/grants/:id/end',
    access: {},
    onDashboard: true,
    noChart: 'About the access only. Each chart opened under it has its own entry.',
    summary: 'Ends emergency access early: the caller’s own, or anyone’s for user managers.',
    input: z.strictObject({ id: EmergencyAccessId }),
    reply: z.object({ ended: z.boolean() }),
  },
} as const satisfies OnlineTable;
