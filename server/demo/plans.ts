import { addDays } from '#contract/base/dates.ts';
import type { Goal } from '#contract/cases/goal.ts';
import type { PlanOfCare } from '#contract/cases/plan-of-care-row.ts';
import type { PlanStamp } from '#contract/cases/plan-stamp.ts';
import type { CaseRow, Chart } from './charts.ts';
import { referringRows, type ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

type Row<T> = Omit<{ [K in keyof T]: T[K] extends string | null ? T[K] | string : T[K] }, 'updated_at'> & {
  site: string;
};
type CareRows = {
  goals: Row<Omit<Goal, 'Number'>>[];
  plans_of_care: (Row<Omit<PlanOfCare, 'GoalIds'>> & { GoalIds: string[] })[];
  plan_stamps: Row<PlanStamp>[];
};

/** Whose plan came back signed; the others' is only sent. */
const signed = ['rosa', 'walter', 'ada'];

/** Goals and the plan of care of every case that says how often; the plan began with what the case shows of it. */
export function careRows(spec: ClinicSpec, charts: readonly Chart[]): CareRows {
  const rows: CareRows = { goals: [], plans_of_care: [], plan_stamps: [] };
  for (const chart of charts) {
    const of = chart.case;
    if (!of || of.PlanOfCareStart === null || of.PlanOfCareEnd === null || !chart.condition) continue;
    const goals = goalsOf(spec, chart, of, of.PlanOfCareEnd);
    rows.goals.push(...goals);
    rows.plans_of_care.push({
      ...idsOf(spec, of),
      PlanOfCareId: demoId(spec.site, 'planOfCare', chart.person.key),
      Kind: 'initial',
      From: of.PlanOfCareStart,
      To: of.PlanOfCareEnd,
      VisitsPerWeek: of.VisitsPerWeek ?? 2,
      PlanWeeks: of.PlanWeeks ?? 6,
      Amount: 1,
      Interventions: 'Therapeutic exercise, manual therapy, neuromuscular re-education and a home program',
      CertifierId: of.ReferringProviderContactId,
      Diagnoses: of.Diagnoses,
      GoalIds: goals.map(({ GoalId }) => GoalId),
      WrittenInNoteId: null,
    });
    rows.plan_stamps.push(...stampsOf(spec, chart, of, of.PlanOfCareStart));
  }
  return rows;
}

function idsOf({ site }: ClinicSpec, { CaseId, PatientId }: CaseRow) {
  return { site, CaseId, PatientId };
}

function goalsOf(spec: ClinicSpec, { person, condition }: Chart, of: CaseRow, TargetDate: string): CareRows['goals'] {
  const aim = condition?.goal ?? '';
  const goal = (key: string, more: Pick<Goal, 'Term' | 'Text' | 'Function' | 'Target'>) => ({
    ...idsOf(spec, of),
    GoalId: demoId(spec.site, 'goal', `${person.key} ${key}`),
    GoalType: 'Function' as const,
    Baseline: null,
    TargetDate,
    CaseEvalMeasurementId: null,
    ReplacesGoalId: null,
    ...more,
  });
  const capital = aim.charAt(0).toUpperCase() + aim.slice(1);
  return [
    goal('long', { Term: 'long', Text: `${capital}.`, Function: aim, Target: 'Without help' }),
    goal('short', {
      Term: 'short',
      Text: 'Do the home program without cues.',
      Function: null,
      Target: '5 days a week',
    }),
  ];
}

function stampsOf(spec: ClinicSpec, { person }: Chart, of: CaseRow, from: string): CareRows['plan_stamps'] {
  const referrer = referringRows(spec).find(
    ({ ReferringProviderId }) => ReferringProviderId === of.ReferringProviderContactId,
  );
  const signer = referrer ? `${referrer.LastName}, ${referrer.FirstName}` : null;
  const stamp = (Kind: 'sent' | 'signed', days: number) => ({
    ...idsOf(spec, of),
    PlanStampId: demoId(spec.site, 'planStamp', `${person.key} ${Kind}`),
    PlanOfCareId: demoId(spec.site, 'planOfCare', person.key),
    Kind,
    On: addDays(from, days),
    By: Kind === 'signed' ? signer : null,
    Via: 'fax' as const,
    LimitedTo: null,
    Reason: null,
    CorrectsStampId: null,
  });
  return [stamp('sent', 1), ...(signed.includes(person.key) ? [stamp('signed', 6)] : [])];
}
