import { definedFields } from '../base/defined-fields.ts';
import type { EntityName } from '../entities.ts';
import { predictionOf, type PredictedRows, type Read } from '../prediction.ts';
import { keptReason } from './discharge-reason.ts';
import { caseEndpoints } from './endpoints.ts';
import { mergedCase } from './merged-case.ts';
import { stampRefusals } from './plan-stamps.ts';
import { addedSentence, addedToCase, onCase, type OnCase } from './seen-on-case.ts';

export const predictNewCase = predictionOf(caseEndpoints.create.input, {
  reads: ({ CaseId }) => [{ entity: 'cases', key: CaseId }],
  apply(rows, input, { madeAt }) {
    if (!rows.get('cases', input.CaseId))
      rows.put('cases', { ...input, DischargedAt: null, DischargeReason: null, updated_at: madeAt });
  },
});

export const predictUpdateCase = predictionOf(caseEndpoints.update.input, {
  reads: ({ id }) => [{ entity: 'cases', key: id }],
  apply(rows, { id, changes }, { base }) {
    const found = rows.get('cases', id);
    if (found) rows.put('cases', { ...found, ...mergedCase(found, definedFields(changes), base ?? {}).merged });
  },
});

export const predictDischarge = predictionOf(caseEndpoints.discharge.input, {
  reads: ({ id }) => [{ entity: 'cases', key: id }],
  apply(rows, { id, DischargedAt, DischargeReason: given }) {
    const found = rows.get('cases', id);
    if (!found) return;
    const DischargeReason = keptReason({ DischargedAt, given, had: found.DischargeReason, noted: null });
    rows.put('cases', { ...found, DischargedAt, DischargeReason });
  },
});

/** Which day it is in the clinic the server knows; everything else is judged here too. */
export const predictStampPlan = predictionOf(caseEndpoints.stampPlan.input, {
  reads: ({ id, PlanStampId }) => [
    { entity: 'plansOfCare', key: id },
    { entity: 'planStamps', key: PlanStampId },
  ],
  more: ({ id }, rows): Read[] => {
    const plan = rows.get('plansOfCare', id);
    if (!plan) return [];
    const stamps: Read = { entity: 'planStamps', index: 'PatientId', value: plan.PatientId };
    return plan.WrittenInNoteId === null ? [stamps] : [stamps, { entity: 'visitNotes', key: plan.WrittenInNoteId }];
  },
  apply(rows, { id, ...stamp }, { madeAt }) {
    const plan = rows.get('plansOfCare', id);
    if (!plan || rows.get('planStamps', stamp.PlanStampId)) return;
    const there = rows.where('planStamps', 'PatientId', plan.PatientId).filter((one) => one.PlanOfCareId === id);
    const note = plan.WrittenInNoteId === null ? undefined : rows.get('visitNotes', plan.WrittenInNoteId);
    const stamped = { ...plan, writtenOn: note?.NoteDate ?? null };
    if (Object.keys(stampRefusals(stamp, stamped, there, stamp.On)).length > 0) return;
    const { CaseId, PatientId } = plan;
    rows.put('planStamps', { ...stamp, PlanOfCareId: id, CaseId, PatientId, updated_at: madeAt });
  },
});

const ofPatient = [...onCase.map(({ entity }) => entity), 'visits', 'tasks'] as const;

/**
 * Whether a case is in use the server knows better; one that has visits on this device stays in sight, and one to which
 * something was added that was not seen.
 */
export const predictRemoveCase = predictionOf(caseEndpoints.remove.input, {
  reads: ({ id }) => [{ entity: 'cases', key: id }],
  more(input, rows): Read[] {
    const found = rows.get('cases', input.id);
    return found ? ofPatient.map((entity) => ({ entity, index: 'PatientId', value: found.PatientId })) : [];
  },
  apply(rows, { id }, { base }) {
    const found = rows.get('cases', id);
    if (!found || visitsLeft(rows, found)) return;
    const on = hangingOn(rows, found);
    if (addedSentence(addedToCase(base ?? {}, on)) !== null) return;
    rows.remove('cases', id);
    for (const { entity, key } of onCase) for (const row of on[entity] ?? []) rows.remove(entity, String(row[key]));
    // What is to be done for the patient stays.
    for (const task of rows.where('tasks', 'PatientId', found.PatientId))
      if (task.CaseId === id) rows.put('tasks', { ...task, CaseId: null, FacilityId: null });
  },
});

function hangingOn(rows: PredictedRows, { CaseId, PatientId }: { CaseId: string; PatientId: string }): OnCase {
  const rowsOf = (entity: EntityName) => rows.where(entity, 'PatientId', PatientId) as Record<string, unknown>[];
  return Object.fromEntries(
    onCase.map(({ entity }) => [entity, rowsOf(entity).filter((row) => row['CaseId'] === CaseId)]),
  );
}

function visitsLeft(rows: PredictedRows, of: { CaseId: string; PatientId: string }): boolean {
  return rows
    .where('visits', 'PatientId', of.PatientId)
    .some((visit) => visit.CaseId === of.CaseId && visit.stage !== 'cancelled');
}
