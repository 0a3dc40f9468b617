import { AppError, fail } from '#contract/base/errors.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { queuedEndpoint, type QueueableName } from '#contract/queued-endpoints.ts';
import { assertParked, type CallBody, type NewCall } from './calls.ts';
import type { ReplacedCall, StoredCall, StoredDraft } from '../store/db.ts';
import { stillOpen, type Device } from '../store/device.ts';
import { nextTurn, sealDraft, type Settles, type WrittenDraft } from '../drafts/drafts.ts';
import { fieldSentences } from './field-sentences.ts';
import { orFull } from '../store/full.ts';
import { newId } from '../store/new-id.ts';
import { callPlace, logText } from './outbox-log.ts';
import { hasPassed, knownWrites, rebased, sealOwnWrites } from '../drafts/own-writes.ts';
import { noteReplaced } from './replaced-calls.ts';
import { seal, type Sealed } from '../keys/seal.ts';

/**
 * What goes in the same transaction: parked calls that are decided, gone or kept with what a person said of them, and
 * the draft of a form. That has no copy beside it which could bring it back (draft-copies.ts).
 */
type Decided = {
  replaced?: readonly number[];
  discarded?: { mid: number; outcome: Sealed };
  /** The drafts of the forms that correct these calls: they go with them. */
  corrections?: readonly string[];
  settles?: Settles | undefined;
};

/** New calls, in their order, and what is decided with them (refused-calls.ts): all of it is on disk, or nothing. */
export async function writeCalls(on: Device, fresh: NewCall[], decided: Decided = {}): Promise<{ mid: number }[]> {
  const added = await inTurn(on, async () => {
    let made = await writeOnce(stillOpen(on), fresh, decided);
    // Only another tab that writes the same record makes it come to this.
    while (!made) made = await writeOnce(stillOpen(on), fresh, decided);
    return made;
  }).catch((error: unknown) => {
    stillOpen(on);
    throw error;
  });
  writtenOf(decided.settles)?.written?.();
  await copiesToLog(on, added);
  const { replaced = [], discarded } = decided;
  for (const mid of [...replaced, ...(discarded ? [discarded.mid] : [])]) await on.log.remove(mid);
  on.channel.tell({ kind: 'queued' });
  return added.map(({ mid }) => ({ mid }));
}

/** A draft that is written as it is from then on. */
function writtenOf(settles: Settles | undefined): WrittenDraft | undefined {
  return typeof settles === 'object' && 'value' in settles ? settles : undefined;
}

const turns = new WeakMap<Device, Promise<unknown>>();

/** One after the other, as they were made: encryption may take longer for the first than for the second. */
function inTurn<R>(on: Device, write: () => Promise<R>): Promise<R> {
  const made = (turns.get(on) ?? Promise.resolve()).then(write);
  const over = made.catch(() => undefined);
  turns.set(on, over);
  return made;
}

/** Null where another tab has written one of the records since it was read: nothing was written then. */
async function writeOnce(on: Device, fresh: NewCall[], decided: Decided): Promise<StoredCall[] | null> {
  const { outbox } = on;
  const device = await outbox.device.get(1);
  // Another tab may have gone on under another id since (new-identity.ts), or have restored a lost database.
  if (device) on.DeviceId = device.DeviceId;
  const { settles, replaced } = decided;
  const own = await knownWrites(on, fresh);
  // What is typed without a button may be older than what was saved elsewhere since: that is decided by who typed it.
  const draft = writtenOf(settles);
  const isSent = !draft && !replaced;
  const calls = isSent ? await rebased(own, fresh) : fresh;
  const named = calls.map((call) => ({ ...call, id: newId() }));
  const sealed = await Promise.all(named.map((call) => sealNew(on, call, device?.clockOffset ?? 0)));
  const dropped = typeof settles === 'object' ? settles.key : settles;
  const settled = draft ? await sealDraft(on, draft) : dropped;
  const turn = draft ? draft.turn : nextTurn();
  const writes = await sealOwnWrites(on, own, named, turn);
  return orFull(on, () =>
    outbox.transaction('rw!', outbox.calls, outbox.device, outbox.drafts, async (): Promise<StoredCall[] | null> => {
      const row = await outbox.device.get(1);
      if (!row || row.DeviceId !== on.DeviceId) throw new Error('The outbox was replaced while it was in use.');
      if (await hasPassed(on, own)) return null;
      await settle(on, settled);
      await outbox.drafts.bulkPut(writes);
      await decide(on, decided);
      const stored = sealed.map((call, at): StoredCall => ({ ...call, mid: row.nextMid + at }));
      await outbox.calls.bulkAdd(stored);
      await outbox.device.put({ ...row, nextMid: row.nextMid + stored.length });
      await noteReplaced(outbox, successors(decided, stored));
      return stored;
    }),
  );
}

/** Of each replaced call the new one at its place, or the one that decides them together. */
function successors({ replaced = [] }: Decided, calls: StoredCall[]): ReplacedCall[] {
  return replaced.map((mid, at) => ({ mid, by: (calls[at] ?? first(calls)).mid }));
}

async function sealNew(
  on: Device,
  { id, ...call }: NewCall & { id: string },
  clockOffset: number,
): Promise<Omit<StoredCall, 'mid'>> {
  const body: CallBody = {
    user: on.UserId,
    site: on.site,
    ...call,
    madeAt: new Date().toISOString(),
    clockOffset,
  };
  const unsealed = { id, device: on.DeviceId, schemaVersion, state: 'waiting' as const };
  return { ...unsealed, ...(await seal(on.dataKey, callPlace(unsealed), body)) };
}

async function settle({ outbox }: Device, draft: StoredDraft | string | undefined): Promise<void> {
  if (typeof draft === 'string') await outbox.drafts.delete(draft);
  else if (draft) await outbox.drafts.put(draft);
}

/** Asked twice, or from two tabs: only one of them finds the calls still parked. */
async function decide({ outbox }: Device, { replaced = [], discarded, corrections = [] }: Decided): Promise<void> {
  for (const mid of replaced) assertParked(await outbox.calls.get(mid));
  await outbox.calls.bulkDelete([...replaced]);
  await outbox.drafts.bulkDelete([...corrections]);
  if (!discarded) return;
  assertParked(await outbox.calls.get(discarded.mid));
  await outbox.calls.update(discarded.mid, { state: 'discarded', outcome: discarded.outcome });
}

export function first<T>(made: T[]): T {
  const [one] = made;
  if (one === undefined) throw new Error('Nothing was written.');
  return one;
}

/** How long a save waits for its second copies. */
const copyMs = 3_000;

/** One after the other, as the thread that writes them does: all at once, the last would wait past its patience. */
async function copiesToLog(on: Device, calls: readonly StoredCall[]): Promise<void> {
  const copied = (async () => {
    for (const call of calls) await copyToLog(on, call);
  })();
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, copyMs);
  await Promise.race([copied, late.promise]);
  clearTimeout(timer);
}

/** The call is already durable in the database; a log that fails or does not answer is reported, not taken for a loss. */
async function copyToLog(on: Device, call: StoredCall): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The log does not answer.')), copyMs);
  try {
    const copied = on.log.append(call.mid, logText(call));
    copied.then(() => forgetSettled(on, call.mid)).catch(() => undefined);
    await Promise.race([copied, late.promise]);
  } catch (error) {
    // That nobody is in any more is no fault of the disk.
    const isLocked = error instanceof AppError && error.kind === 'signed-out';
    if (!isLocked) await on.outbox.device.update(1, { logFailedAt: Date.now() }).catch(() => 0);
  } finally {
    clearTimeout(timer);
  }
}

/** A call may be sent, settled and gone while its copy is still being written: that copy would never go. */
async function forgetSettled(on: Device, mid: number): Promise<void> {
  if (!(await on.outbox.calls.get(mid))) await on.log.remove(mid);
}

export function checked(name: QueueableName, input: unknown, sentence: string): Record<string, unknown> {
  const parsed = queuedEndpoint(name).input.safeParse(input);
  if (parsed.success) return parsed.data;
  return fail('invalid', sentence, { fields: fieldSentences(parsed.error) });
}
