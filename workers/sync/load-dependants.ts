import type * as dependants from './dependants.ts';

export type Dependants = typeof dependants;
let known: Dependants | undefined;

/** It takes what all records are: a device that has nothing to send needs none of it. */
export async function loadDependants(): Promise<Dependants> {
  known ??= await import('./dependants.ts');
  return known;
}
