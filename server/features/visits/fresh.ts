import { fail } from '#contract/base/errors.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import { isSameInstant } from './store.ts';

export const notFound = 'There is no such visit, or you may not see it.';

/** Refuses a change that was made looking at an older state of the visit. */
export async function assertFresh(tx: Tx, visit: Visit, lastUpdated: string): Promise<void> {
  if (Number.isNaN(Date.parse(lastUpdated))) {
    fail('invalid', 'lastUpdated is not a time of the server.', {
      fields: { lastUpdated: 'lastUpdated must be the updated_at of the visit.' },
    });
  }
  if (visit.updated_at === lastUpdated || (await isSameInstant(tx, visit.updated_at, lastUpdated))) return;
  fail('changed-elsewhere', 'Someone else changed this visit meanwhile. Look at it again; your move was not made.', {
    current: visit,
  });
}
