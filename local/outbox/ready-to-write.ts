import type { predictions } from '#contract/predictions.ts';
import type * as writing from './write-calls.ts';

const known: { writing?: typeof writing; predictions?: typeof predictions } = {};

/** What writes calls, where it is loaded. */
export function writingHere(): typeof writing | undefined {
  return known.writing;
}

export async function loadWriting(): Promise<typeof writing> {
  known.writing ??= await import('./write-calls.ts');
  return known.writing;
}

/** What calls mean, where it is loaded. */
export function predictionsHere(): typeof predictions | undefined {
  return known.predictions;
}

/** What the calls of every feature mean is no small part of the app: it comes once the first screen is there. */
export async function loadPredictions(): Promise<typeof predictions> {
  known.predictions ??= (await import('#contract/predictions.ts')).predictions;
  return known.predictions;
}

/** Has what a save takes loaded, so that none waits for it: a screen that only shows needs nothing of that. */
export async function readyToWrite(): Promise<void> {
  await Promise.all([loadWriting(), loadPredictions()]);
}
