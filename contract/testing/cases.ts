import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What all record forms do alike is tried on every `parts`-th of them, from the seed on (vitest.config.ts). */
    formParts: { parts: number; seed: number };
    /** How many cases a rule is tried on, and the seed they are drawn from (vitest.config.ts). */
    ruleCases: { numRuns: number; seed: number };
  }
}

/** The cases of a commit: another commit tries others, and the same one ends the same. */
export const ruleCases = inject('ruleCases');

/** For the name of a test. */
export const casesSaid = `${ruleCases.numRuns.toLocaleString('en-US')} cases`;
