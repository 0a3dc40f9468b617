import { billedService, type BilledService } from '#contract/billing/amended-claim.ts';
import { claimEdits } from '#contract/billing/claim-edits.ts';
import type { ClaimData } from '#contract/billing/claim-data.ts';
import { claimLines } from '#contract/billing/claim-lines.ts';
import { billedCode } from '#contract/charges/billed-code.ts';
import type { Service } from '#contract/charges/service.ts';
import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { insurancesOf, readCase, readPatient } from '#server/features/patients/store.ts';
import { storeRecount } from '#server/features/charges/store.ts';
import { codesOn, payersOfVisit, readProvider, recountServices, siteSettings } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { billingParties, feesOn, nextControlNumbers } from './store.ts';

export type MadeClaim = {
  data: ClaimData;
  filename: string;
  billed: BilledService[];
  /** Price of each service that is billed. */
  prices: { ServiceId: string; charge: number }[];
};

/** Gathers everything the claim of a visit says, and refuses what no payer would take. Takes the site's next control numbers. */
export async function makeClaim(tx: Tx, visit: Visit, now: Date): Promise<MadeClaim> {
  const day = visit.Start.slice(0, 10);
  const [of, patient, treating] = [
    await readCase(tx, visit.CaseId),
    await readPatient(tx, visit.PatientId),
    await readProvider(tx, visit.ProviderId),
  ];
  if (!of || !patient || !treating) throw new Error('A visit lacks its case, patient or provider');
  const { insurance, payer } = await primaryPolicy(tx, visit, of.InsuranceIds);
  const { TimeZone, settings } = await siteSettings(tx);
  const services = await storeRecount(tx, visit, await recountServices(tx, visit), 'The claim was not made.');
  const fees = await feesOn(tx, day);
  const { filename, ...control } = await nextControlNumbers(tx);
  const data: ClaimData = {
    ...(await billingParties(tx, { FacilityId: visit.FacilityId, ReferringProviderId: of.ReferringProviderContactId })),
    control,
    madeAt: wallTimeIn(TimeZone, now),
    usage: settings['claims_are_tests'] === true ? 'T' : 'P',
    frequency: '1',
    originalClaimNumber: null,
    patient,
    insurance,
    payer,
    case: of,
    visit,
    // An assistant's work is billed under who supervises it (domain 6.2).
    rendering: treating.SupervisorProviderId
      ? ((await readProvider(tx, treating.SupervisorProviderId)) ?? treating)
      : treating,
    lines: claimLines({
      services,
      payer,
      codes: await codesOn(tx, day),
      feeOf: (code) => fees.get(code),
      diagnosisCount: of.Diagnoses.length,
      claimControlNumber: control.claim,
    }),
  };
  refuseErrors(data);
  return {
    data,
    filename,
    billed: services.map(billedService),
    prices: pricesOf(services, (code) => fees.get(billedCode(code, payer)) ?? 0),
  };
}

/** The first policy of the case that someone other than the patient pays. */
async function primaryPolicy(
  tx: Tx,
  visit: Visit,
  ids: readonly string[],
): Promise<{ insurance: Insurance; payer: ClaimData['payer'] }> {
  const policies = await insurancesOf(tx, visit.PatientId);
  const payers = await payersOfVisit(tx, visit);
  for (const id of ids) {
    const insurance = policies.find((policy) => policy.InsuranceId === id);
    const payer = payers.find((each) => each.PayerId === insurance?.PayerId);
    if (insurance && payer && payer.Kind !== 'selfPay') return { insurance, payer };
  }
  fail('user-visible', 'This visit has no insurance, so there is no claim to send. Close it instead.', {
    current: visit,
  });
}

function pricesOf(services: readonly Service[], feeOf: (code: string) => number): MadeClaim['prices'] {
  return services.map(({ ServiceId, CPT_Code, Units }) => ({ ServiceId, charge: feeOf(CPT_Code) * Units }));
}

/** What must be put right first, at most three at a time so that the message can be read. */
function refuseErrors(data: ClaimData): void {
  const errors = claimEdits(data).filter((edit) => edit.severity === 'error');
  if (errors.length === 0) return;
  const more = errors.length > 3 ? ` And ${errors.length - 3} more.` : '';
  const first = errors.slice(0, 3).map((edit) => edit.message);
  fail('user-visible', `The claim was not made. ${first.join(' ')}${more}`, { current: data.visit });
}
