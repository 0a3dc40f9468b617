import type { CallOutcome } from '../outbox/outbox.ts';
import { outcomePlace } from '../outbox/outbox.ts';
import type { Device } from '../store/device.ts';
import { seal } from '../keys/seal.ts';

/** Refuses a call of the outbox as the server would. */
export async function park(device: Device, mid: number, said: Partial<CallOutcome> = {}): Promise<void> {
  const call = await device.outbox.calls.get(mid);
  if (!call) throw new Error('no such call');
  const outcome = { kind: 'conflict', reason: 'Someone was faster.', current: null, ...said };
  const sealed = await seal(device.dataKey, outcomePlace(call), outcome);
  await device.outbox.calls.put({ ...call, state: 'parked', outcome: sealed });
}
