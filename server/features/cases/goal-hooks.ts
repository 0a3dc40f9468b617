import { fail } from '#contract/base/errors.ts';
import type { goal } from '#contract/cases/goal.ts';
import { goalFrozen } from '#contract/cases/goals-of-case.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { assertJudges } from './judges.ts';
import { reportsOnGoal } from './store.ts';

/** A therapist sets goals; one that a signed note reports on is replaced, never changed. */
export const goalHooks: RecordHooks<typeof goal> = {
  async refuses(row, { ctx: { tx, caller }, before }) {
    assertJudges(caller, 'goal');
    const frozen = before && goalFrozen(await reportsOnGoal(tx, row));
    if (frozen) fail('conflict', `${frozen} Nothing was changed.`, { current: before });
    return row.ReplacesGoalId === row.GoalId ? { ReplacesGoalId: 'A goal cannot replace itself.' } : {};
  },

  async keeps(row, { tx, caller }) {
    assertJudges(caller, 'goal');
    return goalFrozen(await reportsOnGoal(tx, row));
  },
};
