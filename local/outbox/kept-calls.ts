import type { Collection } from 'dexie';
import type { OutboxDatabase, StoredCall } from '../store/db.ts';
import type { Device } from '../store/device.ts';
import { isFull } from '../store/full.ts';

type Kept = Pick<Device, 'outbox' | 'log'>;

/** So long the server may lose what it said yes to, where its disk is lost and a backup takes its place (sync.md). */
export const keptMs = 15 * 60_000;

/**
 * Takes calls whose results are here out of what is shown and sent, and keeps them a while, with their second copies.
 * Whole runs go at once, and nothing that stands between two.
 */
export async function keepCalls({ outbox, log }: Kept, mids: readonly number[], now: number): Promise<void> {
  const inRuns = (change: (run: Collection<StoredCall, number>) => PromiseLike<unknown>) =>
    outbox.transaction('rw', outbox.calls, async () => {
      for (const [first, last] of runsOf(mids))
        await change(outbox.calls.where('mid').between(first, last, true, true));
    });
  try {
    await inRuns((run) => run.modify((call, at: { value?: StoredCall }) => keep(call, at, now)));
  } catch (error) {
    if (!isFull(error)) throw error;
    // Nothing is written any more, and what is removed makes room.
    await inRuns((run) => run.delete());
  }
  const left = await outbox.calls.bulkGet([...mids]);
  await Promise.all(mids.filter((_mid, at) => left[at] === undefined).map((mid) => log.remove(mid)));
}

function keep(call: StoredCall, at: { value?: StoredCall }, now: number): void {
  if (call.state === 'waiting' || call.state === 'acked') Object.assign(call, { state: 'kept', keptAt: now });
  else if (call.state !== 'kept') delete at.value;
}

/** The server has just answered in the same history: it has not lost what is that old. */
export async function forgetKept({ outbox, log }: Kept, now: number): Promise<void> {
  const old = outbox.calls
    .where('state')
    .equals('kept')
    .filter(({ keptAt = 0 }) => Math.abs(now - keptAt) > keptMs);
  // The copies go first: one without its call would come back as a change that waits.
  await Promise.all((await old.primaryKeys()).map((mid) => log.remove(mid)));
  await old.delete();
}

/**
 * The history may be that of a restored backup, which forgot what it had said yes to: it gets those calls again, and
 * answers the ones it remembers without running them. True where something is to be sent.
 */
export async function offerAgain(outbox: OutboxDatabase, epoch: string | undefined): Promise<boolean> {
  return outbox.transaction('rw', outbox.calls, outbox.device, async () => {
    const row = await outbox.device.get(1);
    const isOther = row?.epoch !== epoch || epoch === undefined;
    const states = isOther ? ['acked', 'kept'] : ['acked'];
    const changed = await outbox.calls
      .where('state')
      .anyOf(states)
      .modify((call) => {
        call.state = 'waiting';
        delete call.keptAt;
      });
    if (epoch !== undefined) await outbox.device.update(1, { epoch });
    return changed > 0;
  });
}

/** In which history the server is for this device, as far as it was told. */
export async function epochOf({ device }: OutboxDatabase): Promise<string | undefined> {
  return (await device.get(1))?.epoch;
}

/** What of the outbox is not kept for that alone. */
export function heldCalls({ calls }: OutboxDatabase): Promise<StoredCall[]> {
  return calls.filter(({ state }) => state !== 'kept').toArray();
}

function runsOf(numbers: readonly number[]): [first: number, last: number][] {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && number <= run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
