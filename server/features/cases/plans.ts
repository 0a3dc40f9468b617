import { holds } from '#contract/base/permissions.ts';
import { fail } from '#contract/base/errors.ts';
import type { caseEndpoints } from '#contract/cases/endpoints.ts';
import { stampRefusals } from '#contract/cases/plan-stamps.ts';
import type { PlanStamp } from '#contract/cases/plan-stamp.ts';
import { dayMade } from '#server/features/compliance/store.ts';
import { assertMayWriteCare, readNoteLine } from '#server/features/documentation/store.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { findRow, insertRow, lockRow, rowsNaming } from '#server/kit/db/rows.ts';
import { refuse } from '#server/kit/record-handlers.ts';

/** Puts what happened to a plan on record; the plan is held, so that two cannot withdraw the same. */
export const stampPlan: Handlers<typeof caseEndpoints>['stampPlan'] = async ({ id, ...sent }, { tx, caller, now }) => {
  const plan = await lockRow(tx, 'plansOfCare', id);
  if (!plan) fail('not-found', 'This plan of care was not found, or you can’t see it.');
  // Who keeps charts at the desk puts on record what came by mail; a provider as their notes permission lets them.
  const can = holds(caller.can, 'edit patients') ? [...caller.can, 'write notes'] : caller.can;
  await assertMayWriteCare(tx, { ...caller, can }, plan);
  const there = await stampsOfPlan(tx, id);
  const stamp = { ...sent, By: sent.By || null, Reason: sent.Reason || null };
  const note = plan.WrittenInNoteId === null ? undefined : await readNoteLine(tx, plan.WrittenInNoteId);
  refuse(stampRefusals(stamp, { ...plan, writtenOn: note?.NoteDate ?? null }, there, await dayMade(tx, now)));
  const { CaseId, PatientId } = plan;
  const made = await insertRow(tx, 'planStamps', { ...stamp, PlanOfCareId: plan.PlanOfCareId, CaseId, PatientId });
  if (made) return { planStamp: made };
  const current = (await findRow(tx, 'planStamps', sent.PlanStampId)) ?? null;
  return fail('conflict', 'An entry with this id already exists. Nothing was changed.', { current });
};

export function stampsOfPlan(tx: Tx, PlanOfCareId: string): Promise<PlanStamp[]> {
  return rowsNaming(tx, 'planStamps', { column: 'PlanOfCareId', id: PlanOfCareId, order: 'On' });
}
