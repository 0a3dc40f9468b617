import type { StoredCall } from '../store/db.ts';
import type { Device } from '../store/device.ts';
import { openCached } from '../store/opened.ts';
import { callOfLog, callPlace, openCall } from './outbox-log.ts';

/** Puts calls that were damaged in the database back from their second copy; how many those were. */
export async function mendCalls(on: Device): Promise<number> {
  const stored = await on.outbox.calls.where('state').anyOf(['waiting', 'acked', 'parked']).toArray();
  const opened = await openCached(
    on.opened,
    on.dataKey,
    stored.map((call) => ({ place: callPlace(call), sealed: call })),
  );
  const closed = stored.filter((_call, at) => opened[at] === undefined);
  if (closed.length === 0) return 0;
  const copies = new Map((await on.log.readAll()).flatMap((text) => byNumber(callOfLog(text))));
  let count = 0;
  for (const { mid } of closed) {
    const copy = copies.get(mid);
    // A call that only a former password opens is no better in its copy.
    if (!copy || (await openCall(on.dataKey, copy)) === undefined) continue;
    const { id, device, schemaVersion, n, c } = copy;
    count += await on.outbox.calls.where('mid').equals(mid).modify({ id, device, schemaVersion, n, c });
  }
  if (count > 0) on.channel.tell({ kind: 'queued' });
  return count;
}

function byNumber(call: StoredCall | undefined): [number, StoredCall][] {
  return call ? [[call.mid, call]] : [];
}
