import { Goal } from '../cases/goal.ts';
import { PlanOfCare } from '../cases/plan-of-care-row.ts';
import { PlanStamp } from '../cases/plan-stamp.ts';
import { episode, stamp, testId } from './rows.ts';

const { CaseId, PatientId } = episode;

export const goalRow = Goal.parse({
  GoalId: testId(81),
  CaseId,
  PatientId,
  Number: 1,
  Term: 'long',
  GoalType: 'Function',
  Text: 'Climb 12 stairs without a rail.',
  Function: 'Stairs at home',
  Baseline: '4 stairs with rail',
  Target: '12 stairs',
  TargetDate: '2026-04-04',
  CaseEvalMeasurementId: null,
  ReplacesGoalId: null,
  updated_at: stamp,
});

export const planOfCareRow = PlanOfCare.parse({
  PlanOfCareId: testId(82),
  CaseId,
  PatientId,
  Kind: 'initial',
  From: '2026-01-05',
  To: '2026-04-04',
  VisitsPerWeek: 2,
  PlanWeeks: 12,
  Amount: 1,
  Interventions: 'Therapeutic exercise, manual therapy',
  CertifierId: null,
  Diagnoses: [{ Code: 'M54.50', Description: 'Low back pain' }],
  GoalIds: [goalRow.GoalId],
  WrittenInNoteId: null,
  updated_at: stamp,
});

/** A stamp of that plan, sent by fax unless told. */
export function stampOf(more: Partial<PlanStamp> = {}): PlanStamp {
  return PlanStamp.parse({
    PlanStampId: testId(83),
    PlanOfCareId: planOfCareRow.PlanOfCareId,
    CaseId,
    PatientId,
    Kind: 'sent',
    On: '2026-01-06',
    By: null,
    Via: 'fax',
    LimitedTo: null,
    Reason: null,
    CorrectsStampId: null,
    updated_at: stamp,
    ...more,
  });
}
