import { mergedFields } from '#contract/base/merged-fields.ts';
import { placeOfBlock } from '#contract/scheduling/non-patient-visit.ts';
import { placeOfRequest } from '#contract/scheduling/visit-request.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FreshCall } from '#shared/conflict-views.ts';
import { rowOf } from '#sync/changes/fresh-call.ts';

/** A meeting, a break or a block as I changed it, over how it is now. */
export function blockOver(call: ParkedCall): FreshCall {
  return mineOver(call, placeOfBlock);
}

/** What somebody waits for as I changed it, over how it is now; who was taken off the list is back on it. */
export function requestOver(call: ParkedCall): FreshCall {
  const { input, base } = mineOver(call, placeOfRequest);
  return { input: isWithdrawn(call) ? { ...input, reopens: true } : input, base };
}

/** Whether the refused call would change a place on the waitlist that somebody has taken away. */
export function isWithdrawn(call: ParkedCall): boolean {
  return rowOf(call)?.['state'] === 'withdrawn';
}

/** What is gone is written anew; what something else stood against goes as it was. */
function mineOver(call: ParkedCall, together: readonly string[]): FreshCall {
  const { kind, input, base } = call;
  if (kind !== 'changed-elsewhere') return { input, base };
  const now = rowOf(call);
  if (!now) return { input, base: {} };
  return { input: mergedFields<Record<string, unknown>>(now, input, base, [together]).merged, base: now };
}
