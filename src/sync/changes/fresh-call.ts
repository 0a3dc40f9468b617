import { mergedFields } from '#contract/base/merged-fields.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { Conflict, ConflictView, FreshCall } from '#shared/conflict-views.ts';

/** A refused call as it is sent again by somebody who has seen what is there now. */
export async function freshCall(view: ConflictView, { call, visit }: Conflict): Promise<FreshCall> {
  const { input, base } = call;
  if (visit && 'lastUpdated' in input) return { input: { ...input, lastUpdated: visit.updated_at }, base };
  return call.kind === 'changed-elsewhere' && view.fresh ? view.fresh(call) : { input, base };
}

/** The same input, over what each field that it changes holds now. */
export function overNow(call: ParkedCall): FreshCall {
  const now = rowOf(call) ?? {};
  const there = Object.keys(call.base).filter((name) => name in now);
  return {
    input: call.input,
    base: { ...call.base, ...Object.fromEntries(there.map((name) => [name, now[name]])) },
  };
}

/** The same input, of all that is there now. */
export function ofNow(call: ParkedCall): FreshCall {
  return { input: call.input, base: rowOf(call) ?? {} };
}

/** What I changed, over how it is now; what is gone is written anew, what something else stood against as it was. */
export function mineOver(call: ParkedCall, together: readonly string[]): FreshCall {
  const { kind, input, base } = call;
  if (kind !== 'changed-elsewhere') return { input, base };
  const now = rowOf(call);
  if (!now) return { input, base: {} };
  return { input: mergedFields<Record<string, unknown>>(now, input, base, [together]).merged, base: now };
}

/** What the refusal came with. */
export function rowOf({ current }: ParkedCall): Record<string, unknown> | null {
  return typeof current === 'object' && current !== null ? (current as Record<string, unknown>) : null;
}
