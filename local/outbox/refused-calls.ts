import { fail } from '#contract/base/errors.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { assertParked, openCalls, type NewCall, type WaitingCall } from './calls.ts';
import type { StoredCall } from '../store/db.ts';
import { savedBefore, stillOpen, type Device } from '../store/device.ts';
import { outcomeOf, outcomePlace } from './outbox.ts';
import { checked, first, writeCalls } from './write-calls.ts';
import { baseOf, deviceOf, draftKeys, resendKey, type Settles } from '../drafts/drafts.ts';
import { recordIn } from './record-in.ts';
import { seal } from '../keys/seal.ts';

const notSent = 'This was not sent. Fix the marked fields, then send again.';

/**
 * Gives a refused call up for good: it is kept on this device with the reason and sent no more, and the
 * server's audit log is told by a call of its own, written with it. `settles` is the draft of the reason.
 */
export async function discardCall(mid: number, reason: string, settles?: Settles): Promise<void> {
  const from = deviceOf(settles);
  const call = await parkedCall(from, mid);
  const said = await outcomeOf(from, call);
  const [body] = await openCalls(from, [call]);
  const outcome = await seal(from.dataKey, outcomePlace(call), {
    ...said,
    discarded: reason,
    discardedAt: new Date().toISOString(),
  });
  const corrections = await correctionsOf(from, [mid], settles);
  await writeCalls(from, body ? recordOf(body, reason) : [], { discarded: { mid, outcome }, corrections, settles });
  if (settles === undefined) stillOpen(from, savedBefore);
}

/** What the audit log is told of a discard: ids and the reason. A record of a discard needs none of its own. */
function recordOf({ mid, device: madeBy, name, input }: WaitingCall, reason: string): NewCall[] {
  if (name === 'sync.recordDiscard') return [];
  const record = recordIn(input);
  const said = { device: madeBy, mid, name, reason: reason.trim().slice(0, 200), record };
  return [{ name: 'sync.recordDiscard', input: said, base: {} }];
}

/** A refused call as it is sent again; what is not given stays as it was. */
export type Again = { mid: number; input?: Record<string, unknown>; base?: Record<string, unknown> };

/** Sends a refused call again as a new one, with changed input if given. */
export async function resendCall(mid: number, input?: Record<string, unknown>): Promise<{ mid: number }> {
  return first(await resendCalls([{ mid, ...(input && { input }) }]));
}

/** Sends refused calls again as new ones, in the order given: all of them or none. */
export async function resendCalls(again: readonly Again[], settles?: Settles): Promise<{ mid: number }[]> {
  const from = deviceOf(settles);
  const fresh: NewCall[] = [];
  for (const { mid, input, base } of again) {
    const call = await openParked(from, mid);
    const { name, deps } = call;
    const changed = { input: checked(name, input ?? call.input, notSent), base: base ?? call.base };
    fresh.push({ name, ...changed, ...(deps && { deps }) });
  }
  const replaced = again.map(({ mid }) => mid);
  const corrections = await correctionsOf(from, replaced, settles);
  const made = await writeCalls(from, fresh, { replaced, corrections, settles });
  if (settles === undefined) stillOpen(from, savedBefore);
  return made;
}

/** Puts one new call in the place of refused ones that it decides together. */
export async function replaceCalls<N extends QueueableName>(
  mids: readonly number[],
  name: N,
  input: InputOf<N>,
  base: Record<string, unknown>,
  settles?: Settles,
): Promise<{ mid: number }> {
  const call = { name, input: checked(name, input, notSent), base };
  const from = deviceOf(settles);
  const corrections = await correctionsOf(from, mids, settles);
  const made = first(await writeCalls(from, [call], { replaced: mids, corrections, settles }));
  if (settles === undefined) stillOpen(from, savedBefore);
  return made;
}

/**
 * What was typed to correct these calls, also in other tabs, beside the draft that is settled with them: once they are
 * decided, no form asks for it again.
 */
async function correctionsOf(from: Device, mids: readonly number[], settles?: Settles): Promise<string[]> {
  const settled = typeof settles === 'object' ? settles.key : settles;
  const forms = new Set(mids.map(resendKey));
  return (await draftKeys(from)).filter((key) => key !== settled && forms.has(baseOf(key)));
}

async function openParked(from: Device, mid: number): Promise<WaitingCall> {
  const [call] = await openCalls(from, [await parkedCall(from, mid)]);
  return call ?? fail('not-found', 'This change can’t be opened on this device anymore. It is kept as it is.');
}

async function parkedCall(from: Device, mid: number): Promise<StoredCall> {
  return assertParked(await from.outbox.calls.get(mid));
}
