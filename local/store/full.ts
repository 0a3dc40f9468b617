import { fail } from '#contract/base/errors.ts';
import { dropUnopenedCharts } from './charts.ts';
import type { Device } from './device.ts';
import { keptDays } from './kept-days.ts';

/** Writes; when the device is full, frees charts that can be fetched again and tries once more. */
export async function orFull<T>(on: Device, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  try {
    await dropUnopenedCharts(on, 0, keptDays().from);
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    return fail(
      'must-dismiss',
      'This device is full, so this change was not saved. Everything saved before is kept. Free some space on the device, then save again.',
    );
  }
}

/** Dexie wraps the browser's error, and some browsers abort the transaction because of it. */
export function isFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = (at as { inner?: unknown }).inner) {
    if (at.name === 'QuotaExceededError') return true;
    if (/quota/i.test(at.message)) return true;
  }
  return false;
}
