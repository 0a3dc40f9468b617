import type { CallState } from './db.ts';
import { device } from './device.ts';

/** Where calls of this device stand; `gone` is out of the outbox: the server has taken it, or a person replaced it. */
export async function statesOfCalls(mids: readonly number[]): Promise<(CallState | 'gone')[]> {
  const stored = await device().outbox.calls.bulkGet([...mids]);
  return stored.map((call) => call?.state ?? 'gone');
}

/** How many calls the server has not taken, refused ones among them; read from the disk, whatever a worker has said yet. */
export function countUnsent(): Promise<number> {
  return device().outbox.calls.where('state').anyOf('waiting', 'parked').count();
}
