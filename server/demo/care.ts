import { addDays } from '#contract/base/dates.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import { planEnd } from '#contract/cases/plan-of-care.ts';
import type { Script } from '#contract/cases/script.ts';
import type { CaseRow, Chart } from './charts.ts';
import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';
import type { Appointment } from './schedule.ts';

type Plan = { perWeek: number; weeks: number };
type Site = 'demo' | 'demo2';

/** Who has a plan of care that says how often; the others' says only until when. */
const plans: Record<Site, Record<string, Plan>> = {
  demo: {
    rosa: { perWeek: 2, weeks: 6 },
    walter: { perWeek: 3, weeks: 8 },
    samira: { perWeek: 2, weeks: 6 },
    gus: { perWeek: 2, weeks: 6 },
    dolores: { perWeek: 1, weeks: 4 },
    beatrix: { perWeek: 2, weeks: 8 },
    nguyen: { perWeek: 3, weeks: 6 },
  },
  demo2: { ada: { perWeek: 2, weeks: 6 }, boris: { perWeek: 1, weeks: 8 }, celeste: { perWeek: 2, weeks: 4 } },
};

/** Begun three weeks ago, or with the case where that is younger. */
export function addPlans(spec: ClinicSpec, charts: readonly Chart[], today: string): void {
  const ofSite = plans[spec.site as Site];
  for (const { person, case: one } of charts) {
    const plan = ofSite[person.key];
    if (!one || !plan) continue;
    const start = [one.StartDate, addDays(today, -21)].toSorted().at(-1) ?? today;
    one.VisitsPerWeek = plan.perWeek;
    one.PlanWeeks = plan.weeks;
    one.PlanOfCareStart = start;
    one.PlanOfCareEnd = planEnd(start, plan.weeks);
  }
  const rosa = charts.find(({ person }) => person.key === 'rosa')?.case;
  if (rosa)
    rosa.CustomInputs = [
      { CustomCaseInputId: demoId(spec.site, 'case question', 'Sport or occupation'), Value: 'Retired gardener' },
    ];
}

type ChartWithCase = Chart & { case: CaseRow };
type ScriptRow = Omit<Script, 'ScriptId' | 'PatientId' | 'CaseId' | 'ReferringProviderId' | 'updated_at'> & {
  site: string;
  ScriptId: string;
  PatientId: string;
  CaseId: string;
  ReferringProviderId: string | null;
};

/** By person: from how many days before today to how many after it, and for how many visits. */
const scripts: Record<Site, Record<string, { from: number; to: number; visits: number | null }>> = {
  demo: {
    rosa: { from: -30, to: 60, visits: 24 },
    walter: { from: -95, to: -5, visits: null },
    gus: { from: -20, to: 10, visits: 12 },
  },
  demo2: { ada: { from: -30, to: 60, visits: 12 } },
};

export function scriptRows(spec: ClinicSpec, charts: readonly Chart[], today: string): ScriptRow[] {
  return among(charts, scripts[spec.site as Site]).map(({ of, told }) => ({
    site: spec.site,
    ScriptId: demoId(spec.site, 'script', of.person.key),
    PatientId: of.patient.PatientId,
    CaseId: of.case.CaseId,
    ReferringProviderId: of.case.ReferringProviderContactId,
    Start: addDays(today, told.from),
    End: addDays(today, told.to),
    Visits: told.visits,
    Note: null,
  }));
}

type Told = Pick<Authorization, 'Kind' | 'Status' | 'CountRule' | 'Note'> & {
  from: number;
  to: number;
  /** How many are allowed, or how many are left over after what is used so far. */
  allowed?: number;
  leaves?: number;
};
type AuthorizationRow = Omit<
  Authorization,
  'AuthorizationId' | 'PatientId' | 'CaseId' | 'InsuranceId' | 'updated_at'
> & {
  site: string;
  AuthorizationId: string;
  PatientId: string;
  CaseId: string;
  InsuranceId: string;
};

const approved = { Kind: 'visits', Status: 'approved', CountRule: 'signed', Note: null } as const;
const authorizations: Record<Site, Record<string, Told>> = {
  demo: {
    // Nearly used up, expired, counted in units, and not answered yet.
    gus: { ...approved, from: -30, to: 60, leaves: 2 },
    samira: { ...approved, from: -60, to: -3, allowed: 12, Note: 'Extension asked for by phone.' },
    beatrix: { ...approved, Kind: 'units', from: -30, to: 45, allowed: 60 },
    nguyen: { ...approved, CountRule: 'scheduled', from: -30, to: 45, allowed: 18 },
    denied: {
      ...approved,
      Status: 'denied',
      from: -20,
      to: 40,
      allowed: 12,
      Note: 'Appeal sent with the plan of care.',
    },
  },
  demo2: {
    celeste: { ...approved, from: -30, to: 60, allowed: 12 },
    boris: { ...approved, from: -30, to: 5, allowed: 8 },
  },
};

export function authorizationRows(
  spec: ClinicSpec,
  charts: readonly Chart[],
  visits: readonly Appointment[],
  today: string,
): AuthorizationRow[] {
  return among(charts, authorizations[spec.site as Site]).flatMap(({ of, told }) => {
    const policy = of.insurances[0];
    if (!policy) return [];
    const { from, to, allowed, leaves, ...terms } = told;
    const used = visits.filter(
      ({ visit }) => visit.CaseId === of.case.CaseId && ['billing', 'submitted', 'closed'].includes(visit.stage),
    ).length;
    return {
      site: spec.site,
      AuthorizationId: demoId(spec.site, 'authorization', of.person.key),
      PatientId: of.patient.PatientId,
      CaseId: of.case.CaseId,
      InsuranceId: policy.InsuranceId,
      Number: terms.Status === 'approved' ? `AU${710_000 + of.person.key.length * 37}` : null,
      Allowed: allowed ?? used + (leaves ?? 0),
      Start: addDays(today, from),
      End: addDays(today, to),
      ...terms,
    };
  });
}

/** Those of the people who have a case, in the order of the list, with what is told of each. */
function among<T>(charts: readonly Chart[], told: Record<string, T>): { of: ChartWithCase; told: T }[] {
  return Object.entries(told).flatMap(([key, one]) => {
    const of = charts.find((chart): chart is ChartWithCase => chart.person.key === key && chart.case !== null);
    return of ? [{ of, told: one }] : [];
  });
}
