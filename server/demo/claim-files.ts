import { createHash } from 'node:crypto';
import { claim837p } from '#contract/billing/claim-837p.ts';
import { claimLines } from '#contract/billing/claim-lines.ts';
import { Case } from '#contract/cases/case.ts';
import { Facility } from '#contract/facilities/facility.ts';
import { Organization } from '#contract/facilities/organization.ts';
import { Insurance } from '#contract/patients/insurance.ts';
import { Patient } from '#contract/patients/patient.ts';
import { Provider } from '#contract/providers/provider.ts';
import { Visit } from '#contract/visits/visit.ts';
import { controlNumbersFrom } from '#server/features/billing/control-numbers.ts';
import { facilityRows, organizationRow, providerRows, referringRows, type ClinicSpec } from './clinic.ts';
import { demoCodes, feeOn } from './codes.ts';
import type { ChargedService, ClaimRow } from './money.ts';
import { demoPayers } from './payers.ts';
import type { Appointment } from './schedule.ts';

/** The 837P of a seeded claim, made by the same rules as every other. */
export function claimFileMaker(spec: ClinicSpec) {
  const organization = Organization.parse(organizationRow(spec));
  const facilities = facilityRows(spec).map((row) => Facility.parse(row));
  const providers = providerRows(spec).map((row) => Provider.parse(row));
  const payers = demoPayers(spec.site);
  const referrers = referringRows(spec);

  return (appointment: Appointment, claim: ClaimRow, services: ChargedService[], number: number) => {
    const { chart, day } = appointment;
    const stamped = { updated_at: `${day}T12:00:00+00:00`, created_at: `${day}T12:00:00+00:00`, Type: 'P' };
    const visit = Visit.parse({ ...appointment.visit, ...stamped });
    const of = Case.parse({ ...chart.case, ...stamped });
    const treating = found(providers, (each) => each.ProviderId === visit.ProviderId);
    const payer = found(payers, (each) => each.PayerId === claim.PayerId);
    const content = claim837p({
      control: controlNumbersFrom({ interchange: number, group: number, transaction: number, claim: number }),
      madeAt: `${day}T18:00`,
      usage: 'T',
      frequency: '1',
      originalClaimNumber: null,
      organization,
      facility: found(facilities, (each) => each.FacilityId === visit.FacilityId),
      patient: Patient.parse({ ...chart.patient, ...stamped }),
      insurance: Insurance.parse({ ...chart.insurances[0], ...stamped }),
      payer,
      case: of,
      visit,
      rendering: treating.SupervisorProviderId
        ? found(providers, (each) => each.ProviderId === treating.SupervisorProviderId)
        : treating,
      referring: referrers.find((each) => each.ReferringProviderId === of.ReferringProviderContactId) ?? null,
      lines: claimLines({
        services,
        payer,
        codes: demoCodes,
        feeOf: (code) => feeOn(day, code),
        diagnosisCount: of.Diagnoses.length,
        claimControlNumber: claim.ControlNumber,
      }),
    });
    return {
      site: spec.site,
      ClaimId: claim.ClaimId,
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
    };
  };
}

function found<T>(list: T[], is: (each: T) => boolean): T {
  const one = list.find(is);
  if (!one) throw new Error('The demo clinic is missing a row');
  return one;
}
