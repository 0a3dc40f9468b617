import type { VisitStage } from '#contract/visits/stage.ts';
import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';
import type { Appointment } from './schedule.ts';

type HistoryRow = {
  site: string;
  VisitId: string;
  PatientId: string;
  FacilityId: string;
  at: string;
  UserId: string | null;
  action: string;
  from: VisitStage | null;
  to: VisitStage | null;
  note: string | null;
};

const main: VisitStage[] = [
  'scheduled',
  'confirmed',
  'checkedIn',
  'inProgress',
  'review',
  'billing',
  'submitted',
  'closed',
];

/** The stages a visit has gone through, first to last. */
function pathOf(appointment: Appointment): VisitStage[] {
  const { stage, chart } = appointment;
  if (stage === 'cancelled' || stage === 'noShow' || stage === 'lateCancel') return ['scheduled', stage];
  const path = main.slice(0, main.indexOf(stage) + 1);
  return path.filter((each) => {
    if (each === 'submitted' && stage === 'closed') return chart.insurances.length > 0;
    // A therapist's signature sends the visit straight to billing.
    return each !== 'review' || stage === 'review' || appointment.provider.supervisor !== undefined;
  });
}

const offsets: Record<string, number> = {
  confirmed: -60,
  checkedIn: -6,
  inProgress: 0,
  review: 44,
  billing: 50,
  submitted: 90,
  closed: 95,
};

/** A wall time of the clinic as PostgreSQL reads it into an instant, some minutes after the visit began. */
export function instantOf(spec: ClinicSpec, appointment: Appointment, minutesAfter: number): string {
  const start = new Date(`${appointment.visit.Start}:00Z`);
  const at = new Date(start.getTime() + minutesAfter * 60_000).toISOString();
  return `${at.slice(0, 10)} ${at.slice(11, 19)} ${spec.timeZone}`;
}

/** What happened to a visit, as moves by the people who would have made them. */
export function historyRows(spec: ClinicSpec, appointment: Appointment) {
  const { visit, provider, cosigned } = appointment;
  const path = pathOf(appointment);
  const treating = demoId(spec.site, 'user', provider.user ?? provider.key);
  const supervisor = spec.providers.find((each) => each.key === provider.supervisor);
  const cosigner = supervisor ? demoId(spec.site, 'user', supervisor.user ?? supervisor.key) : treating;
  const by: Partial<Record<VisitStage, string>> = { inProgress: treating, review: treating, billing: cosigner };
  const billed = demoId(spec.site, 'user', 'biller');
  const common = { site: spec.site, VisitId: visit.VisitId, PatientId: visit.PatientId, FacilityId: visit.FacilityId };
  const rows = path.slice(1).map((to, at): HistoryRow => ({
    ...common,
    at: instantOf(spec, appointment, offsets[to] ?? -120),
    UserId: by[to] ?? (to === 'submitted' || to === 'closed' ? billed : demoId(spec.site, 'user', 'front')),
    action: 'moved',
    from: path[at] ?? null,
    to,
    note: to === visit.stage ? visit.CancelReason : null,
  }));
  const event = (
    action: string,
    minutesAfter: number,
    UserId: string | null,
    note: string | null = null,
  ): HistoryRow => ({
    ...common,
    at: instantOf(spec, appointment, minutesAfter),
    UserId,
    action,
    from: null,
    to: null,
    note,
  });
  if (path.includes('inProgress')) {
    const email = appointment.chart.patient.Email;
    rows.push(event('visit-start alert', 0, null, email ? 'Sent by email' : 'Not sent: the patient has no email'));
  }
  if (path.includes('billing') || (path.includes('review') && supervisor)) rows.push(event('signed', 43, treating));
  if (path.includes('billing') && supervisor && cosigned) rows.push(event('cosigned', 49, cosigner));
  return rows;
}

/** The alerts that went out when visits began. */
export function messageRows(spec: ClinicSpec, appointment: Appointment) {
  const { chart, visit } = appointment;
  if (!chart.patient.Email || !pathOf(appointment).includes('inProgress')) return [];
  return [
    {
      site: spec.site,
      PatientId: visit.PatientId,
      VisitId: visit.VisitId,
      channel: 'email',
      kind: 'visit-start',
      recipient: chart.patient.Email,
      subject: `Your visit at ${spec.name} has started`,
      body: 'Your therapist has started your visit.',
      createdAt: instantOf(spec, appointment, 0),
    },
  ];
}
