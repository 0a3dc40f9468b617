import type { InputOf } from '#contract/endpoints.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { openCalls, type WaitingCall } from './calls.ts';
import type { StoredCall } from '../store/db.ts';
import { deviceOf, type Settles } from '../drafts/drafts.ts';
import { savedBefore, stillOpen, whileOpen, type Device } from '../store/device.ts';
import { callPlace } from './outbox-log.ts';
import { tryOpen } from '../keys/seal.ts';
import { loadWriting, writingHere } from './ready-to-write.ts';

export type { WaitingCall } from './calls.ts';
/** What the server, or the person who discarded it, said of a call. */
export type CallOutcome = { kind: string | null; reason: string | null; current: unknown };
export type ParkedCall = WaitingCall & CallOutcome;

/**
 * Saves a call on this device and shows it at once; it is sent when the network allows. Resolves when it
 * is on disk. `base` is what each changed field held before, for fields others may change meanwhile. `settles` is the
 * draft of the form it was typed in: there is always the one or the other, whenever the tab dies.
 */
export async function queueWrite<N extends QueueableName>(
  name: N,
  input: InputOf<N>,
  base: Record<string, unknown> = {},
  settles?: Settles,
): Promise<{ mid: number }> {
  const on = deviceOf(settles);
  const { checked, first, writeCalls } = writingHere() ?? (await loadWriting());
  const made = first(await writeCalls(on, [{ name, input: checked(name, input, notSaved), base }], { settles }));
  // It is on disk. What its press does after it, it does for nobody else.
  if (settles === undefined) stillOpen(on, savedBefore);
  return made;
}

/** `deps`: records of earlier calls without which this one must not be run (dependants.ts). */
export type Write = {
  [N in QueueableName]: { name: N; input: InputOf<N>; base?: Record<string, unknown>; deps?: readonly string[] };
}[QueueableName];

/** Saves several calls, in their order: all of them or none. */
export async function queueWrites(writes: readonly Write[], settles?: Settles): Promise<void> {
  const on = deviceOf(settles);
  const { checked, writeCalls } = writingHere() ?? (await loadWriting());
  const fresh = writes.map(({ name, input, base = {}, deps }) => ({
    name,
    input: checked(name, input, notSaved),
    base,
    ...(deps && { deps }),
  }));
  await writeCalls(on, fresh, { settles });
  if (settles === undefined) stillOpen(on, savedBefore);
}

const notSaved = 'This was not saved. Fix the marked fields, then save again.';

/** Calls not yet confirmed by the server, in the order they were made. */
export function waitingCalls(): Promise<WaitingCall[]> {
  return whileOpen(async (from) => {
    const stored = await from.outbox.calls.where('state').equals('waiting').toArray();
    return openCalls(
      from,
      stored.sort((a, b) => a.mid - b.mid),
    );
  });
}

/** Calls the server refused for good, kept until a person decides. */
export function parkedCalls(): Promise<ParkedCall[]> {
  return whileOpen(parkedOn);
}

async function parkedOn(from: Device): Promise<ParkedCall[]> {
  const stored = (await from.outbox.calls.where('state').equals('parked').toArray()).sort((a, b) => a.mid - b.mid);
  const [calls, outcomes] = await Promise.resolve(
    Promise.all([openCalls(from, stored), Promise.all(stored.map((call) => outcomeOf(from, call)))]),
  );
  const byMid = new Map(stored.map((call, at) => [call.mid, outcomes[at]]));
  return calls.map((call) => ({ ...call, ...(byMid.get(call.mid) ?? { kind: null, reason: null, current: null }) }));
}

export function outcomePlace(call: StoredCall): string {
  return `${callPlace(call)}|outcome`;
}

export async function outcomeOf(from: Device, call: StoredCall): Promise<CallOutcome> {
  const opened = call.outcome && (await tryOpen<CallOutcome>(from.dataKey, outcomePlace(call), call.outcome));
  return opened ?? { kind: null, reason: null, current: null };
}
