import type { DeviceRow, OutboxDatabase } from '../store/db.ts';
import { newId } from '../store/new-id.ts';
import { callOfLog, type OutboxLog } from './outbox-log.ts';

/**
 * A database without its device row is new or was lost. What the log still holds is put back under the
 * device ids the calls were made with, so that each still arrives once. The device itself gets a new id
 * and higher numbers: a number used before the loss must never be used again. `done` are numbers that the
 * mirror still counts as run: a new call under one of them would be cleared away unsent.
 */
export async function restoreFromLog(
  outbox: OutboxDatabase,
  log: OutboxLog,
  done: Iterable<number>,
): Promise<DeviceRow> {
  const known = await outbox.device.get(1);
  if (known) return known;
  const texts = await log.readAll();
  const calls = texts.map(callOfLog).filter((call) => call !== undefined);
  const nextMid = Math.max(0, ...done, ...calls.map((call) => call.mid)) + 1;
  return outbox.transaction('rw!', outbox.calls, outbox.device, async () => {
    const another = await outbox.device.get(1);
    if (another) return another;
    const row: DeviceRow = {
      one: 1,
      DeviceId: newId(),
      nextMid,
      clockOffset: 0,
      restored: calls.length,
      unrestored: texts.length - calls.length,
      logFailedAt: null,
    };
    await outbox.calls.bulkPut(calls);
    await outbox.device.put(row);
    return row;
  });
}
