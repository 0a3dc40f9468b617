import type { emergencyEndpoints } from '#contract/emergency/endpoints.ts';
import { fail } from '#contract/base/errors.ts';
import { audit } from '#server/kit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { recordOpened } from '#server/kit/emergency.ts';
import { holdAccess, isPatient, markReviewed, unreviewed } from './store.ts';

export const emergencyHandlers: Handlers<typeof emergencyEndpoints> = {
  async record(input, { tx, caller }) {
    const { id, PatientId } = input;
    const { site, UserId } = caller;
    if (!(await isPatient(tx, PatientId))) fail('not-found', 'There is no such patient here.');
    const held = await holdAccess(tx, site, id);
    if (held && held.UserId !== UserId) fail('not-found', 'There is no such emergency access of yours.');
    // Also after a review: what was opened is on record and audited whenever a device tells it, and reviewed again.
    await recordOpened(tx, site, { ...input, UserId });
    return { recorded: true };
  },

  list: async (_input, { tx, caller }) => ({ accesses: await unreviewed(tx, caller.site) }),

  async review({ id, note }, { tx, caller }) {
    const { site, UserId } = caller;
    const held = await holdAccess(tx, site, id);
    if (!held) fail('not-found', 'There is no such emergency access.');
    if (held.UserId === UserId) fail('conflict', 'Somebody else has to review what you opened yourself.');
    if (!held.isOver) fail('conflict', 'This emergency access still lasts. End it first, then review it.');
    if (held.isReviewed) return { reviewed: true };
    await markReviewed(tx, site, { id, UserId, note });
    await audit(tx, site, { UserId, action: 'review', entity: 'emergencyAccess', pk: id, detail: { note } });
    return { reviewed: true };
  },
};
