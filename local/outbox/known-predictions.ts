import type { predictions } from '#contract/predictions.ts';

let known: typeof predictions | undefined;

/** What calls mean, where it is loaded. */
export function predictionsHere(): typeof predictions | undefined {
  return known;
}

/** What the calls of every feature mean is no small part of the app: it comes once the first screen is there. */
export async function loadPredictions(): Promise<typeof predictions> {
  known ??= (await import('#contract/predictions.ts')).predictions;
  return known;
}
