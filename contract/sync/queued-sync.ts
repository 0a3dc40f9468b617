import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { DeviceId } from '../base/ids.ts';
import { Line, Text } from '../base/text.ts';

/** The one call of sync that may wait itself. The others belong to the sync worker, and pages load none of them. */
export const queuedSync = {
  recordDiscard: {
    call: 'POST /sync/discards',
    access: {},
    onDashboard: true,
    queueable: true,
    noChart: 'Records a discarded change. Returns no data.',
    summary: 'Records in the audit log that a person discarded a rejected change, and why.',
    input: z.strictObject({
      /** The device and number the change was made under. */
      device: DeviceId,
      mid: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
      /** The call that was given up, such as `visits.move`. */
      name: Text(60),
      reason: Line(200),
      /** Which record it was about, where the device knows. */
      record: z.uuid().nullable(),
    }),
    reply: z.object({ recorded: z.boolean() }),
  },
} as const satisfies EndpointTable;
