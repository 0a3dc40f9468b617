import type { z } from 'zod';
import { fail } from '#contract/base/errors.ts';
import type { syncEndpoints } from '#contract/sync/endpoints.ts';
import type { Ctx } from '#server/kit/context.ts';
import { deviceOwner } from '#server/kit/auth/devices.ts';
import { auditOpened } from '#server/kit/audit/audit.ts';
import { foreignDeviceSentence } from './push.ts';
import { tellWhenMade } from './when-made.ts';

type Input = z.output<typeof syncEndpoints.recordViews.input>;
type Reply = z.input<typeof syncEndpoints.recordViews.reply>;

/**
 * Also of patients whom the person may not see any more, or who are gone: the chart was looked at while it was on the
 * device. Telling the same again adds nothing.
 */
export async function recordViews({ device, clockOffset, charts }: Input, { tx, caller, now }: Ctx): Promise<Reply> {
  const { site, UserId } = caller;
  const owner = await deviceOwner(tx, { site, DeviceId: device, UserId });
  if (owner !== undefined && owner !== UserId) fail('conflict', foreignDeviceSentence);
  if (owner !== undefined) await tx.run(`select set_config('app.device', $1, true)`, [device]);
  for (const { PatientId, openedAt } of charts) {
    await tellWhenMade(tx, { madeAt: openedAt, clockOffset }, now);
    await auditOpened(tx, site, { UserId, PatientId, openedAt });
  }
  return { recorded: true };
}
