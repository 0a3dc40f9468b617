import { cellKey } from '#contract/documentation/field-keys.ts';
import type { PlanOfCare } from '#contract/cases/plan-of-care-row.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

/** What keeps a case from being removed: claims, notes, visits that took place, or visits still booked. */
export async function usesOfCase(tx: Tx, id: string): Promise<'claims' | 'notes' | 'visits' | 'booked' | null> {
  const found = await tx.maybe<{ uses: 'claims' | 'notes' | 'visits' | 'booked' | null }>(
    'select uses_of_case($1) as uses',
    [id],
  );
  return found?.uses ?? null;
}

export async function removeCase(tx: Tx, id: string): Promise<void> {
  await tx.rows('select remove_case($1)', [id]);
}

/** Which of these ids are of no question that the clinic asks. */
export async function unknownQuestions(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<{ id: string }>(
    `select id from unnest($1::uuid[]) as asked (id)
     where not exists (select from custom_case_inputs where site = app_site() and "CustomCaseInputId" = id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Whether a signed note reports on a goal, also one that the caller may not see. */
export async function reportsOnGoal(tx: Tx, { CaseId, GoalId }: { CaseId: string; GoalId: string }): Promise<boolean> {
  const found = await tx.maybe<{ isReported: boolean }>('select is_goal_reported($1, $2) as "isReported"', [
    CaseId,
    cellKey('goal', GoalId, 'Status'),
  ]);
  return found?.isReported ?? false;
}

/** Whether a note is signed, also one that the caller may not see; held until the transaction ends. */
export async function isNoteSigned(tx: Tx, NoteId: string): Promise<boolean> {
  const found = await tx.maybe<{ isSigned: boolean | null }>('select is_note_signed($1) as "isSigned"', [NoteId]);
  return found?.isSigned ?? false;
}

/** The plans of care that have a goal, held until the transaction ends: one may go out meanwhile. */
export async function plansWithGoal(
  tx: Tx,
  { CaseId, GoalId }: { CaseId: string; GoalId: string },
): Promise<PlanOfCare[]> {
  return tx.rows<PlanOfCare>(
    `select ${columnsOf('plansOfCare', 'p')} from plans_of_care p
     where site = app_site() and "CaseId" = $1 and $2 = any ("GoalIds") order by "PlanOfCareId" for update`,
    [CaseId, GoalId],
  );
}

/** Whether a case has a measure; one that was removed is there to be spoken of. */
export async function isMeasureOfCase(tx: Tx, CaseId: string, CaseEvalMeasurementId: string): Promise<boolean> {
  const rows = await tx.rows(
    `select 1 from case_eval_measurements where site = app_site() and "CaseId" = $1 and "CaseEvalMeasurementId" = $2`,
    [CaseId, CaseEvalMeasurementId],
  );
  return rows.length > 0;
}

/** Whether a case has all of these goals. */
export async function areGoalsOfCase(tx: Tx, CaseId: string, ids: readonly string[]): Promise<boolean> {
  const asked = new Set(ids);
  if (asked.size === 0) return true;
  const rows = await tx.rows(
    `select 1 from goals where site = app_site() and "CaseId" = $1 and "GoalId" = any ($2::uuid[])`,
    [CaseId, [...asked]],
  );
  return rows.length === asked.size;
}
