import type { task } from '#contract/tasks/task.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { isStaff, whoMissesCase } from './store.ts';

/** Given to people who sign in here and see the case; what a patient’s answer or booking asked for is done, not removed. */
export const taskHooks: RecordHooks<typeof task> = {
  async refuses({ OwnerUserId, CaseId }, { before, ctx: { tx } }) {
    // Who left meanwhile, or whose facilities are others by now, keeps what stood there.
    const isOwners = OwnerUserId === before?.OwnerUserId;
    if (OwnerUserId === null || (isOwners && CaseId === before.CaseId)) return {};
    if (!isOwners && !(await isStaff(tx, OwnerUserId)))
      return { OwnerUserId: 'This person was not found, or can no longer sign in.' };
    const name = CaseId === null ? undefined : await whoMissesCase(tx, { UserId: OwnerUserId, CaseId });
    return name === undefined ? {} : { OwnerUserId: `${name} does not see this case. Choose someone who does.` };
  },

  keeps: async ({ Kind }) =>
    Kind === 'own' ? null : 'A patient’s answer or booking asked for this task. Mark it done instead of removing it.',
};
