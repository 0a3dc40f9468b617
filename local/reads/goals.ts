import { GoalId, type CaseId } from '#contract/base/ids.ts';
import type { Goal } from '#contract/cases/goal.ts';
import { goalFrozen, inOrder, lastReports, type GoalReport } from '#contract/cases/goals-of-case.ts';
import type { PlanOfCare } from '#contract/cases/plan-of-care-row.ts';
import { planFrozen } from '#contract/cases/plan-stamps.ts';
import type { PlanStamp } from '#contract/cases/plan-stamp.ts';
import { goalReportsOf } from '#contract/documentation/goal-cells.ts';
import type { CareOfNote } from '#contract/documentation/goals-to-sign.ts';
import type { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import { readPayersOfCase } from './cases.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { newId } from '../store/new-id.ts';
import { readRow, readWhere } from './reads.ts';
import { referringName } from '#contract/address-book/referring-provider.ts';

/** A goal with the last that a signed note said of it; `frozen` says why it can no longer be changed. */
export type GoalLine = { goal: Goal; last: GoalReport | undefined; frozen: string | null };

/** What the notes of a case say of its goals. */
export async function goalReportsIn(CaseId: CaseId): Promise<GoalReport[]> {
  const notes = await readWhere('visitNotes', { index: 'CaseId', equals: CaseId });
  return notes.flatMap(goalReportsOf);
}

/** The goals of a case by their numbers; new ones have none yet. */
export async function goalsOfCase(CaseId: CaseId): Promise<GoalLine[]> {
  const goals = await readWhere('goals', { index: 'CaseId', equals: CaseId });
  const reports = await goalReportsIn(CaseId);
  const last = lastReports(reports);
  const reported = new Set(reports.flatMap(({ GoalId, isSigned }) => (isSigned ? [GoalId] : [])));
  const frozenPlans = (await plansOfCase(CaseId)).filter(({ frozen }) => frozen !== null);
  const planned = new Set<string>(frozenPlans.flatMap(({ plan }) => plan.GoalIds));
  return inOrder(goals).map((goal) => ({
    goal,
    last: last.get(goal.GoalId),
    frozen: goalFrozen({ isReported: reported.has(goal.GoalId), isPlanned: planned.has(goal.GoalId) }),
  }));
}

/** What a note of this case is judged by, beside itself, on a day. */
export async function careOfNote(CaseId: CaseId, day: string): Promise<CareOfNote & { outcomes: OutcomeResponse[] }> {
  const of = { index: 'CaseId', equals: CaseId };
  const found = await readRow('cases', CaseId);
  const payers = await readPayersOfCase(CaseId, day);
  const notes = await readWhere('visitNotes', of);
  return {
    goals: await readWhere('goals', of),
    reports: notes.flatMap(goalReportsOf),
    plans: await readWhere('plansOfCare', of),
    notes,
    outcomes: await readWhere('outcomeResponses', of),
    isMedicare: found?.Discipline !== 'DC' && payers.some(({ Kind }) => Kind === 'medicare'),
  };
}

/**
 * A plan with what happened to it; `frozen` says why it can no longer be changed, `writtenOn` the day of its note where
 * this device has that.
 */
export type PlanLine = {
  plan: PlanOfCare;
  stamps: PlanStamp[];
  certifier: string | null;
  frozen: string | null;
  writtenOn: string | null;
};

/** The plans of care of a case, the latest first. */
export async function plansOfCase(CaseId: CaseId): Promise<PlanLine[]> {
  const of = { index: 'CaseId', equals: CaseId };
  const plans = await readWhere('plansOfCare', of);
  const stamps = await readWhere('planStamps', of);
  const notes = await readWhere('visitNotes', of);
  const lines: PlanLine[] = [];
  for (const plan of plans.toSorted((a, b) => b.From.localeCompare(a.From))) {
    const own = stamps.filter(({ PlanOfCareId }) => PlanOfCareId === plan.PlanOfCareId);
    const note = notes.find(({ NoteId }) => NoteId === plan.WrittenInNoteId);
    const certifier = plan.CertifierId === null ? undefined : await readRow('referringProviders', plan.CertifierId);
    const frozen = planFrozen(own, Boolean(note?.signedAt));
    const writtenOn = note?.NoteDate ?? null;
    lines.push({ plan, stamps: own, certifier: certifier ? referringName(certifier) : null, frozen, writtenOn });
  }
  return lines;
}

/** Takes a goal that a template offers over into a case; the rest of it is filled in later. */
export async function addGoal(of: CaseId, goal: Pick<Goal, 'Term' | 'GoalType' | 'Text'>): Promise<void> {
  const { Term, GoalType, Text } = goal;
  const empty = { Function: null, Baseline: null, Target: null, TargetDate: null };
  await queueWrite('cases.createGoal', {
    GoalId: GoalId.parse(newId()),
    CaseId: of,
    Term,
    GoalType,
    Text,
    ...empty,
    CaseEvalMeasurementId: null,
    ReplacesGoalId: null,
  });
}
