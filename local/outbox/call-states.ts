import type { CallState } from '../store/db.ts';
import { device } from '../store/device.ts';
import { orFull } from '../store/full.ts';

/** What became of a call. `mid` is that of the last call that took its place; `gone`: the server has taken it. */
export type CallFate = { mid: number; state: Exclude<CallState, 'kept'> | 'gone' };

/**
 * What became of calls of this device. Only since `followCalls` is it known that a call which is gone was not taken but
 * replaced, or given up as damaged.
 */
export async function fatesOfCalls(mids: readonly number[]): Promise<CallFate[]> {
  const { outbox } = device();
  return outbox.transaction('r', outbox.calls, outbox.device, async () => {
    const row = await outbox.device.get(1);
    const byOf = new Map(row?.replaced?.map(({ mid, by }) => [mid, by]));
    const last = mids.map((mid) => lastOf(mid, byOf));
    const stored = await outbox.calls.bulkGet(last);
    return last.map((mid, at): CallFate => {
      const state = byOf.get(mid) === null ? 'discarded' : (stored[at]?.state ?? 'gone');
      return { mid, state: state === 'kept' ? 'gone' : state };
    });
  });
}

function lastOf(mid: number, byOf: Map<number, number | null>): number {
  // A call that takes the place of another has a higher number: this ends.
  const by = byOf.get(mid) ?? null;
  return by === null ? mid : lastOf(by, byOf);
}

/** From now on it is remembered which call takes the place of which. */
export async function followCalls(): Promise<void> {
  const on = device();
  await orFull(on, () => on.outbox.device.toCollection().modify((row) => void (row.replaced ??= [])));
}

/** Nobody asks any more. */
export async function unfollowCalls(): Promise<void> {
  await device()
    .outbox.device.toCollection()
    .modify((row) => void delete row.replaced);
}

/** The calls the server has not taken, refused ones among them. */
export function unsentMids(): Promise<number[]> {
  return unsent().primaryKeys();
}

/** How many those are; read from the disk, whatever a worker has said yet. */
export function countUnsent(): Promise<number> {
  return unsent().count();
}

function unsent() {
  return device().outbox.calls.where('state').anyOf('waiting', 'parked');
}
