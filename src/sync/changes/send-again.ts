import type { VisitId } from '#contract/base/ids.ts';
import { recordCall } from '#contract/records.ts';
import { chargesOver } from '#local/reads/charges.ts';
import { currentRow } from '#local/reads/current-row.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { freshCall, type FreshCall } from './fresh-call.ts';

/** A refused call as it is sent again by somebody who sees what this device shows now. */
export async function asSeenNow(call: ParkedCall, fresh: FreshCall): Promise<FreshCall> {
  // A record may be newer on this device than what the refusal told.
  if (recordCall(call.name)) return freshCall({ ...call, current: await currentRow(call) }, undefined);
  if (call.name !== 'charges.save' || call.kind !== 'changed-elsewhere') return fresh;
  const { services, now } = await chargesOver(call.input['id'] as VisitId, [call]);
  return { input: { ...call.input, services }, base: { services: now } };
}

/** Sends a refused call again, as given, and what was held back because of it. */
export async function sendAgain(
  first: ParkedCall,
  held: readonly ParkedCall[],
  { input, base }: FreshCall = first,
): Promise<void> {
  try {
    await resendCalls([{ mid: first.mid, input, base }, ...held.map(({ mid }) => ({ mid }))]);
    announce(held.length === 0 ? 'Sent again.' : `${held.length + 1} changes are sent again.`);
  } catch (error) {
    toastFailure(error, 'This could not be saved on this device. It is kept here.');
  }
}
