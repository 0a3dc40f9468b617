import { AppError } from '#contract/base/errors.ts';

/**
 * A part of the worker that comes when it is needed. Where it does not come, the network is out of reach, as for a call:
 * what waits is kept, and the next round asks again.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw new AppError('unavailable', 'A part of the app could not be loaded. Waiting changes are kept.');
  }
}
