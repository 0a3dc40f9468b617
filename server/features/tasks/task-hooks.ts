import type { task } from '#contract/tasks/task.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { isStaff } from './store.ts';

/** Given to people who sign in here; what a patient's answer asked for is done, not removed. */
export const taskHooks: RecordHooks<typeof task> = {
  async refuses({ OwnerUserId }, { before, ctx: { tx } }) {
    // Who left meanwhile keeps what stood there.
    if (OwnerUserId === null || OwnerUserId === before?.OwnerUserId || (await isStaff(tx, OwnerUserId))) return {};
    return { OwnerUserId: 'This person was not found, or can no longer sign in.' };
  },

  keeps: async ({ Kind }) =>
    Kind === 'own' ? null : 'A patient’s answer asked for this task. Mark it done instead of removing it.',
};
