import { addDays } from '#contract/base/dates.ts';
import type { RecordedService } from '#contract/charges/recorded-services.ts';
import { controlNumbersFrom } from '#server/features/billing/control-numbers.ts';
import { feeOn } from './codes.ts';
import type { ClinicSpec } from './clinic.ts';
import { instantOf } from './history.ts';
import { demoId } from './ids.ts';
import type { Appointment } from './schedule.ts';

export type ChargedService = RecordedService & { site: string; charge: number | null };
export type ClaimRow = NonNullable<ReturnType<typeof claimRow>>;
type Posting = [account: 'ar:primary' | 'ar:patient' | 'revenue' | 'cash' | 'adjustment', amount: number];

/** Services with their price where the visit is billed. */
export function withCharges(spec: ClinicSpec, appointment: Appointment, services: RecordedService[]): ChargedService[] {
  const billed = appointment.stage === 'submitted' || appointment.stage === 'closed';
  const priced = (service: RecordedService) => (feeOn(appointment.day, service.CPT_Code) ?? 0) * service.Units;
  return services.map((service) => ({ site: spec.site, ...service, charge: billed ? priced(service) : null }));
}

export function chargeOf(services: ChargedService[]): number {
  return services.reduce((sum, service) => sum + (service.charge ?? 0), 0);
}

/** The claim of a billed visit, or null where nobody but the patient pays. */
export function claimRow(spec: ClinicSpec, appointment: Appointment, total: number, number: number) {
  const { visit, chart, stage, money } = appointment;
  const [insurance] = chart.insurances;
  if (!insurance || (stage !== 'submitted' && stage !== 'closed')) return null;
  const numbers = controlNumbersFrom({ interchange: number, group: number, transaction: number, claim: number });
  return {
    site: spec.site,
    ClaimId: demoId(spec.site, 'claim', visit.VisitId),
    VisitId: visit.VisitId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    PayerId: insurance.PayerId,
    status: money === 'unpaid' ? 'submitted' : 'adjudicated',
    ControlNumber: numbers.claim,
    InterchangeControlNumber: numbers.interchange,
    Frequency: '1',
    totalCharge: total,
    ServiceDate: appointment.day,
    submittedAt: instantOf(spec, appointment, 90),
    filename: numbers.filename,
  };
}

/** Every posting of a billed visit; each transaction sums to zero. */
export function ledgerRows(spec: ClinicSpec, appointment: Appointment, claim: ClaimRow | null, total: number) {
  const { visit, day, money, stage } = appointment;
  if (stage !== 'submitted' && stage !== 'closed') return [];
  const post = (
    name: string,
    PostedOn: string,
    source: 'claim' | '835' | 'manual',
    memo: string,
    postings: Posting[],
  ) =>
    postings
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => ({
        site: spec.site,
        TransactionId: demoId(spec.site, 'transaction', `${visit.VisitId} ${name}`),
        VisitId: visit.VisitId,
        PatientId: visit.PatientId,
        ClaimId: claim?.ClaimId ?? null,
        PayerId: claim?.PayerId ?? null,
        account,
        amount,
        PostedOn,
        source,
        memo,
      }));
  const paidOn = addDays(day, 2);
  if (!claim) {
    return [
      ...post('charge', day, 'manual', 'Charges of the visit', [
        ['ar:patient', total],
        ['revenue', -total],
      ]),
      ...post('payment', day, 'manual', 'Card at the front desk', [
        ['cash', total],
        ['ar:patient', -total],
      ]),
    ];
  }
  const charged = post('charge', day, 'claim', `Claim ${claim.ControlNumber}`, [
    ['ar:primary', total],
    ['revenue', -total],
  ]);
  if (money === 'partlyPaid') {
    const part = Math.round(total * 0.4);
    return [
      ...charged,
      ...post('payment', paidOn, '835', 'Payment of a part of the lines', [
        ['cash', part],
        ['ar:primary', -part],
      ]),
    ];
  }
  if (money !== 'paid') return charged;
  const allowed = Math.round(total * 0.62);
  const share =
    appointment.chart.payer === 'medicaid' || appointment.chart.payer === 'compFund' ? 0 : Math.round(allowed * 0.2);
  return [
    ...charged,
    ...post('payment', paidOn, '835', 'Payment, contractual adjustment and patient share', [
      ['cash', allowed - share],
      ['adjustment', total - allowed],
      ['ar:patient', share],
      ['ar:primary', -total],
    ]),
  ];
}
