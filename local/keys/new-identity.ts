import type { CallBody } from '../outbox/calls.ts';
import type { StoredCall } from '../store/db.ts';
import type { Device } from '../store/device.ts';
import { newId } from '../store/new-id.ts';
import { callPlace, logText, openCall } from '../outbox/outbox-log.ts';
import { seal } from './seal.ts';

/**
 * Another device sends under the same id: this one's data was copied, or an older state of it was put back. What
 * waits under that id goes on under one that nobody else has, so that every call still arrives once; numbers stay.
 */
export async function goOnAsAnother(on: Device, madeBy: string): Promise<void> {
  const { outbox } = on;
  const before = on.DeviceId;
  const DeviceId = madeBy === before ? newId() : before;
  const waiting = (await outbox.calls.where('state').equals('waiting').toArray()).filter(
    (call) => call.device === madeBy,
  );
  const sealed = (await Promise.all(waiting.map((call) => sealUnder(on, DeviceId, call)))).filter(
    (call) => call !== undefined,
  );
  const moved = await outbox.transaction('rw!', outbox.calls, outbox.device, async () => {
    const row = await outbox.device.get(1);
    if (row?.DeviceId !== before) return [];
    const still: StoredCall[] = [];
    for (const call of sealed) {
      const now = await outbox.calls.get(call.mid);
      if (now?.state === 'waiting' && now.device === madeBy) still.push(call);
    }
    await outbox.calls.bulkPut(still);
    await outbox.device.put({ ...row, DeviceId });
    return still;
  });
  on.DeviceId = (await outbox.device.get(1))?.DeviceId ?? before;
  for (const call of moved) {
    await on.log.append(call.mid, logText(call)).catch(() => outbox.device.update(1, { logFailedAt: Date.now() }));
  }
  on.channel.tell({ kind: 'outbox' });
}

/** Undefined for a call that only a former password opens: it is moved when it is opened and sent. */
async function sealUnder({ dataKey }: Device, DeviceId: string, call: StoredCall): Promise<StoredCall | undefined> {
  const body = await openCall<CallBody>(dataKey, call);
  if (body === undefined) return undefined;
  const renamed = { ...call, id: newId(), device: DeviceId };
  return { ...renamed, ...(await seal(dataKey, callPlace(renamed), body)) };
}
