import { fail } from '#contract/base/errors.ts';
import type { goal } from '#contract/cases/goal.ts';
import { goalFrozen } from '#contract/cases/goals-of-case.ts';
import { assertMayWriteCare } from '#server/features/documentation/store.ts';
import type { Tx } from '#server/kit/context.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { assertJudges } from './judges.ts';
import { frozenWords } from './plan-hooks.ts';
import { areGoalsOfCase, isMeasureOfCase, plansWithGoal, reportsOnGoal } from './store.ts';

type Key = { CaseId: string; GoalId: string };

/** A therapist sets goals; one that a signed note reports on, or a frozen plan has, is replaced, never changed. */
export const goalHooks: RecordHooks<typeof goal> = {
  async refuses(row, { ctx: { tx, caller }, before, sent }) {
    assertJudges(caller, 'goal');
    await assertMayWriteCare(tx, caller, row);
    const frozen = before && (await frozenGoal(tx, row));
    if (frozen) fail('conflict', `${frozen} Nothing was changed.`, { current: before });
    const { CaseEvalMeasurementId: measure, ReplacesGoalId: replaced } = row;
    // Who brings one back says anew what it names.
    const was = sent.restores ? null : before;
    if (measure !== null && measure !== was?.CaseEvalMeasurementId && !(await isMeasureOfCase(tx, row.CaseId, measure)))
      return { CaseEvalMeasurementId: 'This measure is not in this case. Choose a measure of this case.' };
    if (replaced !== null && replaced !== was?.ReplacesGoalId && !(await areGoalsOfCase(tx, row.CaseId, [replaced])))
      return { ReplacesGoalId: 'This goal is not in this case. Choose a goal of this case.' };
    return row.ReplacesGoalId === row.GoalId ? { ReplacesGoalId: 'A goal cannot replace itself.' } : {};
  },

  async keeps(row, { tx, caller }) {
    assertJudges(caller, 'goal');
    await assertMayWriteCare(tx, caller, row);
    return frozenGoal(tx, row);
  },
};

async function frozenGoal(tx: Tx, goal: Key): Promise<string | null> {
  const isReported = await reportsOnGoal(tx, goal);
  for (const plan of await plansWithGoal(tx, goal)) {
    if (await frozenWords(tx, plan)) return goalFrozen({ isReported, isPlanned: true });
  }
  return goalFrozen({ isReported, isPlanned: false });
}
