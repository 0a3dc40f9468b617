import { fail } from '#contract/base/errors.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import { isSameInstant } from './store.ts';

export const notFound = 'This visit was not found, or you can’t see it.';

/** Refuses a change that was made looking at an older state of the visit. */
export async function assertFresh(tx: Tx, visit: Visit, lastUpdated: string): Promise<void> {
  if (Number.isNaN(Date.parse(lastUpdated))) {
    fail('invalid', 'lastUpdated is not a valid server time.', {
      fields: { lastUpdated: 'lastUpdated must be the updated_at of the visit.' },
    });
  }
  if (visit.updated_at === lastUpdated || (await isSameInstant(tx, visit.updated_at, lastUpdated))) return;
  fail(
    'changed-elsewhere',
    'Someone else changed this visit first. Your move was not saved. Review the visit, then try again.',
    {
      current: visit,
    },
  );
}
