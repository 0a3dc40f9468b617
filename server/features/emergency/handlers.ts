import type { emergencyEndpoints } from '#contract/emergency/endpoints.ts';
import { fail } from '#contract/base/errors.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Caller, Handlers, Tx } from '#server/kit/context.ts';
import { recordOpened, tellReviewers } from '#server/kit/auth/emergency.ts';
import { siteRow } from '../settings/store.ts';
import { holdAccess, isPatient, markReviewed, unreviewed, waitingFor } from './store.ts';

export const emergencyHandlers: Handlers<typeof emergencyEndpoints> = {
  async record(input, { tx, caller }) {
    const { id, PatientId } = input;
    const { site, UserId } = caller;
    if (!(await isPatient(tx, PatientId))) fail('not-found', 'This patient was not found.');
    const held = await holdAccess(tx, site, id);
    if (held && held.UserId !== UserId) fail('not-found', 'This emergency access of yours was not found.');
    // Also after a review: what was opened is on record and audited whenever a device tells it, and reviewed again.
    const isNew = await recordOpened(tx, site, { ...input, UserId });
    if (isNew && (!held || held.isReviewed)) await tellOf(tx, caller, held ? 'after the review' : 'without asking');
    return { recorded: true };
  },

  waiting: async (_input, { tx, caller }) => ({ count: await waitingFor(tx, caller) }),

  list: async (_input, { tx, caller }) => ({ accesses: await unreviewed(tx, caller.site) }),

  async review({ id, note }, { tx, caller }) {
    const { site, UserId } = caller;
    const held = await holdAccess(tx, site, id);
    if (!held) fail('not-found', 'This emergency access was not found.');
    if (held.UserId === UserId) fail('conflict', 'Another administrator must review your own emergency access.');
    if (!held.isOver) fail('conflict', 'This emergency access is still active. End it first, then review it.');
    if (held.isReviewed) return { reviewed: true };
    await markReviewed(tx, site, { id, UserId, note });
    await audit(tx, site, { UserId, action: 'review', entity: 'emergencyAccess', pk: id, detail: { note } });
    return { reviewed: true };
  },
};

/** Once for an access that a device began by itself, and once when charts are added to one that was closed. */
async function tellOf(
  tx: Tx,
  { site, UserId, name }: Caller,
  when: 'without asking' | 'after the review',
): Promise<void> {
  const siteName = (await siteRow(tx, site))?.Name ?? site;
  const what =
    when === 'without asking'
      ? `${name} opened a chart under emergency access at ${siteName}, on an offline device.`
      : `${name} opened one more chart under emergency access at ${siteName}. Their device reported it only after the review.`;
  await tellReviewers(tx, { site, UserId, siteName }, { what, toDo: 'to review it and close it with a note.' });
}
