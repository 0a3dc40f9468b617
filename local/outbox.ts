import { fail } from '#contract/base/errors.ts';
import { endpoint, type InputOf, type QueueableName } from '#contract/endpoints.ts';
import { schemaVersion } from '#contract/entities.ts';
import { openCalls, type CallBody, type WaitingCall } from './calls.ts';
import type { StoredCall } from './db.ts';
import { device, type Device } from './device.ts';
import { fieldSentences } from './field-sentences.ts';
import { orFull } from './full.ts';
import { newId } from './new-id.ts';
import { callPlace, logText } from './outbox-log.ts';
import { seal, tryOpen } from './seal.ts';

export type { WaitingCall } from './calls.ts';
/** What the server, or the person who discarded it, said of a call. */
export type CallOutcome = { kind: string | null; reason: string | null; current: unknown };
export type ParkedCall = WaitingCall & CallOutcome;

/**
 * Saves a call on this device and shows it at once; it is sent when the network allows. Resolves when it
 * is on disk. `base` is what each changed field held before, for fields others may change meanwhile.
 */
export async function queueWrite<N extends QueueableName>(
  name: N,
  input: InputOf<N>,
  base: Record<string, unknown> = {},
): Promise<{ mid: number }> {
  const parsed = endpoint(name).input.safeParse(input);
  if (!parsed.success)
    fail('invalid', 'This was not saved. Correct what is marked, then save again.', {
      fields: fieldSentences(parsed.error),
    });
  return add(device(), name, parsed.data, base);
}

async function add(
  on: Device,
  name: QueueableName,
  input: Record<string, unknown>,
  base: Record<string, unknown>,
  replaces?: number,
): Promise<{ mid: number }> {
  const { outbox } = on;
  const clockOffset = (await outbox.device.get(1))?.clockOffset ?? 0;
  const body: CallBody = {
    user: on.UserId,
    site: on.site,
    name,
    input,
    base,
    madeAt: new Date().toISOString(),
    clockOffset,
  };
  const unsealed = { id: newId(), device: on.DeviceId, schemaVersion, state: 'waiting' as const };
  const sealed = await seal(on.dataKey, callPlace(unsealed), body);
  const call = await orFull(on, () =>
    outbox.transaction('rw!', outbox.calls, outbox.device, async (): Promise<StoredCall> => {
      const row = await outbox.device.get(1);
      if (!row || row.DeviceId !== on.DeviceId) throw new Error('The outbox was replaced while it was in use.');
      const added: StoredCall = { ...unsealed, ...sealed, mid: row.nextMid };
      if (replaces !== undefined) {
        // Asked twice, or from two tabs: only one of them finds it still parked.
        demandParked(await outbox.calls.get(replaces));
        await outbox.calls.delete(replaces);
      }
      await outbox.calls.add(added);
      await outbox.device.put({ ...row, nextMid: row.nextMid + 1 });
      return added;
    }),
  );
  await copyToLog(on, call);
  on.channel.tell({ kind: 'queued' });
  return { mid: call.mid };
}

/** The call is already durable in the database; a log that fails is reported, not taken for a loss. */
async function copyToLog(on: Device, call: StoredCall): Promise<void> {
  try {
    await on.log.append(call.mid, logText(call));
  } catch {
    await on.outbox.device.update(1, { logFailedAt: Date.now() }).catch(() => 0);
  }
}

/** Calls not yet confirmed by the server, in the order they were made. */
export async function waitingCalls(): Promise<WaitingCall[]> {
  const from = device();
  const stored = await from.outbox.calls.where('state').equals('waiting').toArray();
  return openCalls(
    from,
    stored.sort((a, b) => a.mid - b.mid),
  );
}

/** Calls the server refused for good, kept until a person decides. */
export async function parkedCalls(): Promise<ParkedCall[]> {
  const from = device();
  const stored = (await from.outbox.calls.where('state').equals('parked').toArray()).sort((a, b) => a.mid - b.mid);
  const [calls, outcomes] = await Promise.resolve(
    Promise.all([openCalls(from, stored), Promise.all(stored.map((call) => outcomeOf(from, call)))]),
  );
  const byMid = new Map(stored.map((call, at) => [call.mid, outcomes[at]]));
  return calls.map((call) => ({ ...call, ...(byMid.get(call.mid) ?? { kind: null, reason: null, current: null }) }));
}

/** Gives a refused call up for good; it is kept on this device with the reason and sent no more. */
export async function discardCall(mid: number, reason: string): Promise<void> {
  const from = device();
  const call = await parkedCall(from, mid);
  const said = await outcomeOf(from, call);
  const outcome = await seal(from.dataKey, outcomePlace(call), {
    ...said,
    discarded: reason,
    discardedAt: new Date().toISOString(),
  });
  await orFull(from, () =>
    from.outbox.transaction('rw!', from.outbox.calls, async () => {
      demandParked(await from.outbox.calls.get(mid));
      await from.outbox.calls.update(mid, { state: 'discarded', outcome });
    }),
  );
  await from.log.remove(mid);
  from.channel.tell({ kind: 'outbox' });
}

/** Sends a refused call again as a new one, with changed input if given. */
export async function resendCall(mid: number, input?: Record<string, unknown>): Promise<{ mid: number }> {
  const from = device();
  const [call] = await openCalls(from, [await parkedCall(from, mid)]);
  if (!call) return fail('not-found', 'This change cannot be opened on this device any more. It is kept as it is.');
  const parsed = endpoint(call.name).input.safeParse(input ?? call.input);
  if (!parsed.success)
    fail('invalid', 'This was not sent. Correct what is marked, then send again.', {
      fields: fieldSentences(parsed.error),
    });
  const added = await add(from, call.name, parsed.data, call.base, mid);
  await from.log.remove(mid);
  return added;
}

async function parkedCall(from: Device, mid: number): Promise<StoredCall> {
  return demandParked(await from.outbox.calls.get(mid));
}

function demandParked(call: StoredCall | undefined): StoredCall {
  if (call?.state !== 'parked') return fail('not-found', 'This change is no longer waiting for a decision.');
  return call;
}

export function outcomePlace(call: StoredCall): string {
  return `${callPlace(call)}|outcome`;
}

async function outcomeOf(from: Device, call: StoredCall): Promise<CallOutcome> {
  const opened = call.outcome && (await tryOpen<CallOutcome>(from.dataKey, outcomePlace(call), call.outcome));
  return opened ?? { kind: null, reason: null, current: null };
}
