import { isNpi } from '../base/npi.ts';
import type { ClaimData } from './claim-data.ts';
import { editsOf, type ClaimEdit } from './claim-edit.ts';
import { lineEdits } from './claim-line-edits.ts';
import { digits, x12Text } from './x12.ts';

/** Every edit of domain 6.11 that can be computed from the claim itself; today is the date of `madeAt`. */
export function claimEdits(data: ClaimData): ClaimEdit[] {
  return [
    ...billingEdits(data),
    ...patientEdits(data),
    ...payerEdits(data),
    ...diagnosisEdits(data),
    ...dateEdits(data),
    ...accidentEdits(data),
    ...providerEdits(data),
    ...lineEdits(data),
  ];
}

const isTaxonomy = (text: string) => /^[0-9A-Z]{9}X$/.test(text);

function billingEdits({ organization, control, frequency, originalClaimNumber }: ClaimData): ClaimEdit[] {
  const zip = digits(organization.PostalCode);
  return editsOf([
    [
      'billing-npi',
      !isNpi(organization.NationalProviderId),
      'organization.NationalProviderId',
      'The billing NPI is not valid: ten digits with a correct check digit.',
    ],
    [
      'billing-taxonomy',
      !isTaxonomy(organization.Taxonomy),
      'organization.Taxonomy',
      'The billing taxonomy code must be ten characters ending in X.',
    ],
    [
      'billing-tin',
      !/^\d{9}$/.test(digits(organization.TaxId)),
      'organization.TaxId',
      'The tax ID must have nine digits.',
    ],
    ['billing-zip', zip.length !== 9, 'organization.PostalCode', 'The billing ZIP code must have nine digits.'],
    [
      'billing-phone',
      digits(organization.Phone).length !== 10,
      'organization.Phone',
      'The billing phone must have ten digits.',
    ],
    [
      'billing-address',
      !x12Text(organization.Address1, 55) || !x12Text(organization.City, 30),
      'organization.Address1',
      'The billing address needs a street and a city.',
    ],
    [
      'billing-po-box',
      /^P\.? ?O\.? BOX/i.test(organization.Address1.trim()),
      'organization.Address1',
      'The billing address must be a street, not a PO box.',
    ],
    [
      'claim-number',
      !/^[0-9A-Z-]{1,20}$/.test(control.claim),
      'control.claim',
      'The claim number must be 1 to 20 capital letters, digits or dashes.',
    ],
    [
      'interchange-number',
      !/^\d{9}$/.test(control.interchange),
      'control.interchange',
      'The interchange number must have nine digits.',
    ],
    [
      'original-claim',
      frequency !== '1' && !originalClaimNumber,
      'originalClaimNumber',
      'A corrected or voided claim needs the payer’s number for the original claim.',
    ],
  ]);
}

function patientEdits({ patient, insurance }: ClaimData): ClaimEdit[] {
  const self = insurance.Relationship === '18';
  const holder = insurance.Subscriber;
  const zip = digits(patient.PostalCode);
  return editsOf([
    [
      'patient-name',
      !x12Text(patient.LastName, 60) || !x12Text(patient.FirstName, 35),
      'patient.LastName',
      'A claim can’t use the letters in this patient’s name. Enter it in Latin letters.',
    ],
    [
      'patient-address',
      !x12Text(patient.Address1, 55) || !x12Text(patient.City, 30) || !patient.StateOrProvince,
      'patient.Address1',
      "The patient's street, city and state are needed.",
    ],
    [
      'patient-zip',
      zip.length !== 5 && zip.length !== 9,
      'patient.PostalCode',
      "The patient's ZIP code must have five or nine digits.",
    ],
    [
      'subscriber-missing',
      !self && !holder,
      'insurance.Subscriber',
      'Enter the policy holder, because it is not the patient.',
    ],
    [
      'subscriber-name',
      !self && holder !== null && !x12Text(holder.LastName, 60),
      'insurance.Subscriber.LastName',
      "The policy holder's name is missing.",
    ],
  ]);
}

function payerEdits({ payer, insurance }: ClaimData): ClaimEdit[] {
  return editsOf([
    [
      'payer-self-pay',
      payer.Kind === 'selfPay',
      'payer.Kind',
      'The patient pays for this visit, so there is no claim to send.',
    ],
    [
      'payer-id',
      payer.Kind !== 'selfPay' && !x12Text(payer.ElectronicPayerId, 80),
      'payer.ElectronicPayerId',
      'The payer has no electronic payer ID, so you can’t send it a claim.',
    ],
    [
      'payer-inactive',
      payer.Inactive,
      'payer.Inactive',
      'The payer is archived. Check whether the patient still has this insurance.',
      'warning',
    ],
    ['member-id', !x12Text(insurance.MemberId, 80), 'insurance.MemberId', 'The member ID is missing.'],
  ]);
}

function diagnosisEdits({ case: { Diagnoses } }: ClaimData): ClaimEdit[] {
  const codes = Diagnoses.map((diagnosis) => diagnosis.Code);
  return editsOf([
    ['diagnosis-missing', codes.length === 0, 'case.Diagnoses', 'The case has no diagnosis.'],
    ['diagnosis-too-many', codes.length > 12, 'case.Diagnoses', 'A claim can have at most 12 diagnoses.'],
    ['diagnosis-twice', new Set(codes).size < codes.length, 'case.Diagnoses', 'The case lists a diagnosis twice.'],
  ]);
}

function dateEdits({ visit, patient, insurance, payer, madeAt }: ClaimData): ClaimEdit[] {
  const served = visit.Start.slice(0, 10);
  const today = madeAt.slice(0, 10);
  const covered =
    (!insurance.StartDate || insurance.StartDate <= served) && (!insurance.EndDate || served <= insurance.EndDate);
  const age = daysBetween(served, today);
  return editsOf([
    ['date-future', served > today, 'visit.Start', 'The date of service is in the future.'],
    [
      'date-before-birth',
      served < patient.DateOfBirth,
      'visit.Start',
      'The date of service is before the patient was born.',
    ],
    [
      'date-after-death',
      patient.DeathDate !== null && served > patient.DeathDate,
      'visit.Start',
      'The date of service is after the patient died.',
    ],
    ['coverage', !covered, 'insurance.StartDate', 'The insurance does not cover the date of service.'],
    [
      'timely-filing',
      age > payer.TimelyFilingDays,
      'visit.Start',
      `The payer takes claims for ${payer.TimelyFilingDays} days, and this visit is ${age} days old.`,
      'warning',
    ],
  ]);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function accidentEdits({ payer, case: of, visit }: ClaimData): ClaimEdit[] {
  const needed = payer.Kind === 'workersComp' || payer.Kind === 'auto';
  const cause = of.RelatedCause;
  const expected = payer.Kind === 'auto' ? 'AA' : 'EM';
  return editsOf([
    [
      'accident-cause',
      needed && cause !== expected,
      'case.RelatedCause',
      payer.Kind === 'auto'
        ? 'An auto claim must say that an auto accident is the cause.'
        : "A workers' compensation claim must say that employment is the cause.",
    ],
    [
      'accident-date',
      (needed || cause !== null) && !of.AccidentDate,
      'case.AccidentDate',
      'The date of the accident is missing.',
    ],
    [
      'accident-after-visit',
      of.AccidentDate !== null && of.AccidentDate > visit.Start.slice(0, 10),
      'case.AccidentDate',
      'The accident is after the date of service.',
    ],
    [
      'accident-state',
      cause === 'AA' && !of.AccidentState,
      'case.AccidentState',
      'The state of the auto accident is missing.',
    ],
    [
      'property-claim-number',
      needed && !x12Text(of.PropertyClaimNumber, 50),
      'case.PropertyClaimNumber',
      "The payer's number of the accident claim is missing.",
    ],
  ]);
}

function providerEdits({ rendering, referring, payer, facility, case: of }: ClaimData): ClaimEdit[] {
  const renderingNpi = rendering.NationalProviderId ?? '';
  const medicareTherapy = payer.Kind === 'medicare' && of.Discipline !== 'DC';
  const zip = digits(facility.PostalCode);
  return editsOf([
    [
      'rendering-npi',
      !isNpi(renderingNpi),
      'rendering.NationalProviderId',
      "The treating provider's NPI is missing or not valid.",
    ],
    [
      'rendering-taxonomy',
      !isTaxonomy(rendering.Taxonomy),
      'rendering.Taxonomy',
      "The treating provider's taxonomy code must be ten characters ending in X.",
    ],
    ['rendering-inactive', rendering.Inactive, 'rendering.Inactive', 'The treating provider is archived.', 'warning'],
    [
      'referring-npi',
      medicareTherapy && !referring?.NationalProviderId,
      'referring.NationalProviderId',
      "Medicare expects the referring provider's NPI on therapy claims.",
      'warning',
    ],
    [
      'referring-npi-invalid',
      Boolean(referring?.NationalProviderId && !isNpi(referring.NationalProviderId)),
      'referring.NationalProviderId',
      "The referring provider's NPI is not valid.",
    ],
    [
      'facility-zip',
      zip.length !== 9,
      'facility.PostalCode',
      "The facility's ZIP code should have nine digits.",
      'warning',
    ],
    [
      'facility-npi',
      Boolean(facility.NationalProviderId && !isNpi(facility.NationalProviderId)),
      'facility.NationalProviderId',
      "The facility's NPI is not valid.",
    ],
  ]);
}
