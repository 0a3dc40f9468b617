import type { emergencyEndpoints } from '#contract/emergency/endpoints.ts';
import { fail } from '#contract/base/errors.ts';
import { audit } from '#server/kit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { addAccess, holdAccess, isPatient, markReviewed, unreviewed } from './store.ts';

export const emergencyHandlers: Handlers<typeof emergencyEndpoints> = {
  async record(input, { tx, caller }) {
    const { id, PatientId, reason, offline, startedAt, openedAt } = input;
    const { site, UserId } = caller;
    if (!(await isPatient(tx, site, PatientId))) fail('not-found', 'There is no such patient here.');
    const held = await holdAccess(tx, site, id);
    if (held && held.UserId !== UserId) fail('not-found', 'There is no such emergency access of yours.');
    if (held?.isReviewed)
      fail('conflict', 'This emergency access was reviewed already, so nothing can be added to it.');
    if (!(await addAccess(tx, site, { ...input, UserId }))) return { recorded: true };
    const detail = { reason, offline: String(offline), access: id, startedAt, openedAt };
    await audit(tx, site, { UserId, action: 'emergency access', entity: 'patients', pk: PatientId, detail });
    return { recorded: true };
  },

  list: async (_input, { tx, caller }) => ({ accesses: await unreviewed(tx, caller.site) }),

  async review({ id }, { tx, caller }) {
    const { site, UserId } = caller;
    const held = await holdAccess(tx, site, id);
    if (!held) fail('not-found', 'There is no such emergency access.');
    if (held.UserId === UserId) fail('conflict', 'Somebody else has to review what you opened yourself.');
    if (held.isReviewed) return { reviewed: true };
    await markReviewed(tx, site, { id, UserId });
    await audit(tx, site, { UserId, action: 'review', entity: 'emergencyAccess', pk: id });
    return { reviewed: true };
  },
};
