import type { entities } from '#contract/entities.ts';
import { loadPart } from '../sync/load-part.ts';

let known: typeof entities | undefined;

/** What judges the rows that arrive: it takes what all records are, so it comes with the first of them. */
export async function loadSchemas(): Promise<typeof entities> {
  known ??= (await loadPart(() => import('#contract/entities.ts'))).entities;
  return known;
}
