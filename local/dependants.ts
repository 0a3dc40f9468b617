import type { QueueableName } from '#contract/queued-endpoints.ts';
import type { WaitingCall } from './calls.ts';
import { recordIn } from './record-in.ts';

/**
 * What a call takes for granted. A signature whose text was refused would sign something else than its
 * writer saw, and a claim would bill it; a patient who was not made cannot be changed. All other calls
 * stand for themselves.
 */
const ground: Partial<Record<QueueableName, readonly QueueableName[]>> = {
  'patients.update': ['patients.create'],
  'documentation.sign': ['documentation.save', 'charges.save'],
  'documentation.cosign': ['documentation.sign'],
  'billing.submitClaim': ['documentation.save', 'charges.save', 'documentation.sign', 'documentation.cosign'],
};

type Call = Pick<WaitingCall, 'mid' | 'name' | 'input'>;

/** Whether a call must not be run unless an earlier one of the same record was. */
export function dependsOn(call: Call, earlier: Call): boolean {
  if (earlier.mid >= call.mid || !ground[call.name]?.includes(earlier.name)) return false;
  const record = recordIn(call.input);
  return record !== null && record === recordIn(earlier.input);
}

/** A parked call with those that were held back because of it, in order. */
export type ParkedGroup<C> = { first: C; held: C[] };

/** Why a call was held back without being sent; the tray knows such calls by it. */
export const heldBackReason =
  'It builds on an earlier change that was not taken. Decide on that one first, then try this one again.';

/**
 * Parked calls by what has to be decided first. A call held back by one that is decided by now stands for
 * itself again.
 */
export function parkedGroups<C extends Call>(parked: readonly C[]): ParkedGroup<C>[] {
  const groups: ParkedGroup<C>[] = [];
  for (const call of parked) {
    const owner = groups.find(({ first, held }) => [first, ...held].some((earlier) => dependsOn(call, earlier)));
    if (owner) owner.held.push(call);
    else groups.push({ first: call, held: [] });
  }
  return groups;
}
