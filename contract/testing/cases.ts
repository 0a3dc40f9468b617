import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many cases a rule is tried on, and the seed they are drawn from (vitest.config.ts). */
    ruleCases: { numRuns: number; seed: number };
  }
}

/** The cases of a commit: another commit tries others, and the same one ends the same. */
export const ruleCases = inject('ruleCases');

/** For the name of a test. */
export const casesSaid = `${ruleCases.numRuns.toLocaleString('en-US')} cases`;
