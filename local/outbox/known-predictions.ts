import type * as replaying from './replay.ts';

let known: typeof replaying | undefined;

/** What calls mean and what shows it, where that is loaded. */
export function replayHere(): typeof replaying | undefined {
  return known;
}

/** What the calls of every feature mean is no small part of the app: it comes once the first screen is there. */
export async function loadReplay(): Promise<typeof replaying> {
  known ??= await import('./replay.ts');
  return known;
}
