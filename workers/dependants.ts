import type { QueueableName } from '#contract/endpoints.ts';
import type { WaitingCall } from '#local/calls.ts';
import { visitOf } from '#local/visits.ts';

/**
 * What a call takes for granted. A signature whose text was refused would sign something else than its
 * writer saw, and a claim would bill it; all other calls stand for themselves.
 */
const ground: Partial<Record<QueueableName, readonly QueueableName[]>> = {
  'documentation.sign': ['documentation.save', 'charges.save'],
  'documentation.cosign': ['documentation.sign'],
  'billing.submitClaim': ['documentation.save', 'charges.save', 'documentation.sign', 'documentation.cosign'],
};

/** Whether a call must not be run unless an earlier one of the same visit was. */
export function dependsOn(call: WaitingCall, earlier: WaitingCall): boolean {
  if (earlier.mid >= call.mid || !ground[call.name]?.includes(earlier.name)) return false;
  const visit = visitOf(call.input);
  return visit !== null && visit === visitOf(earlier.input);
}

/** Waiting calls, in order, that no undecided call stands in the way of, and those that must be decided with it. */
export function sortOut(waiting: WaitingCall[], parked: WaitingCall[]): { free: WaitingCall[]; held: WaitingCall[] } {
  const undecided = [...parked];
  const free: WaitingCall[] = [];
  const held: WaitingCall[] = [];
  for (const call of waiting) {
    const isHeld = undecided.some((earlier) => dependsOn(call, earlier));
    if (isHeld) undecided.push(call);
    (isHeld ? held : free).push(call);
  }
  return { free, held };
}
