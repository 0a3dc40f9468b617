import type { WaitingCall } from '#local/outbox/calls.ts';
import { dependsOn } from '#local/outbox/dependants.ts';

export { dependsOn, heldBackReason } from '#local/outbox/dependants.ts';

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
