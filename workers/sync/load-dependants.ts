import type * as dependants from './dependants.ts';
import { loadPart } from './load-part.ts';

export type Dependants = typeof dependants;
let known: Dependants | undefined;

/** It takes what all records are: a device that has nothing to send needs none of it. */
export async function loadDependants(): Promise<Dependants> {
  known ??= await loadPart(() => import('./dependants.ts'));
  return known;
}
