import type { z } from 'zod';
import { fail } from '#contract/base/errors.ts';
import { isQueueable } from '#contract/queued-names.ts';
import type { syncEndpoints } from '#contract/sync/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx } from '#server/kit/context.ts';
import { outcomesOf, ownerOf } from './store.ts';

type Input = z.output<typeof syncEndpoints.recordDiscard.input>;
type Reply = z.input<typeof syncEndpoints.recordDiscard.reply>;

/** Only of the caller's own device: what others did with theirs is not the caller's to say. */
export async function recordDiscard(input: Input, { tx, caller }: Ctx): Promise<Reply> {
  const { device, mid, name, reason, record } = input;
  if (!isQueueable(name)) {
    fail('invalid', 'This is not a valid change from a device. Nothing was recorded.', {
      fields: { name: 'name must be a call that can wait on a device.' },
    });
  }
  if ((await ownerOf(tx, caller.site, device)) !== caller.UserId) {
    fail('not-found', 'This device of yours was not found. Nothing was recorded.');
  }
  // A change the device never sent has no outcome; one that was taken cannot be given up any more.
  const [outcome] = await outcomesOf(tx, caller.site, device, [mid]);
  if (outcome?.status === 'ok') fail('conflict', 'This change was accepted, so it can’t be discarded.');
  await audit(tx, caller.site, {
    UserId: caller.UserId,
    action: 'discard',
    entity: 'waitingCall',
    pk: `${device}/${mid}`,
    detail: { name, reason, ...(record && { record }) },
  });
  return { recorded: true };
}
