import { loadReplay } from './known-predictions.ts';
import type * as writing from './write-calls.ts';

let known: typeof writing | undefined;

/** What writes calls, where it is loaded. */
export function writingHere(): typeof writing | undefined {
  return known;
}

export async function loadWriting(): Promise<typeof writing> {
  known ??= await import('./write-calls.ts');
  return known;
}

/** Has what a save takes loaded, so that none waits for it: a screen that only shows needs nothing of that. */
export async function readyToWrite(): Promise<void> {
  await Promise.all([loadWriting(), loadReplay()]);
}
