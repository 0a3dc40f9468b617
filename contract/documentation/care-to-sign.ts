import { goal, type Goal } from '../cases/goal.ts';
import { planOfCare, type PlanOfCare } from '../cases/plan-of-care-row.ts';
import { outcomeFields, type OutcomeResponse } from '../outcomes/outcome-response.ts';
import { goalReportsOf } from './goal-cells.ts';
import type { VisitNote } from './visit-note.ts';

type Written = Readonly<Record<string, unknown>>;

/** Goals, plans of care and scores that a signature freezes, each by its id as a therapist wrote it. */
export type CareToSign = {
  goals: Readonly<Record<string, Written>>;
  plans: Readonly<Record<string, Written>>;
  outcomes: Readonly<Record<string, Written>>;
};

export const noCare: CareToSign = { goals: {}, plans: {}, outcomes: {} };

type Signing = Pick<VisitNote, 'NoteId' | 'Cells'>;
type OfCase = {
  goals: readonly Goal[];
  plans: readonly PlanOfCare[];
  outcomes: readonly OutcomeResponse[];
};

/** The plans written in a note with their goals, the goals it reports on and its scores; the rest of the case stays free. */
export function careToSign({ NoteId, Cells }: Signing, { goals, plans, outcomes }: OfCase): CareToSign {
  const own = plans.filter(({ WrittenInNoteId }) => WrittenInNoteId === NoteId);
  const reported = goalReportsOf({ NoteId, Cells, NoteDate: '', signedAt: null }).map(({ GoalId }) => GoalId);
  const ids = new Set<string>([...reported, ...own.flatMap(({ GoalIds }) => GoalIds)]);
  const chosen = goals.filter(({ GoalId }) => ids.has(GoalId));
  return {
    goals: Object.fromEntries(chosen.map((one) => [one.GoalId, written(one, goal.fields)])),
    plans: Object.fromEntries(own.map((one) => [one.PlanOfCareId, written(one, planOfCare.fields)])),
    outcomes: Object.fromEntries(
      outcomes
        .filter((one) => one.NoteId === NoteId)
        .map((one) => [one.OutcomeResponseId, written(one, outcomeFields)]),
    ),
  };
}

/** What stands in its form: not its number, which the server gives it later. */
function written(row: Written, fields: object): Written {
  return Object.fromEntries(Object.keys(fields).map((field) => [field, row[field] ?? null]));
}
