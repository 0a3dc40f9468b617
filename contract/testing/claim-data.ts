import type { ClaimData, ClaimLine } from '../billing/claim-data.ts';
import { Facility } from '../facilities/facility.ts';
import { Organization } from '../facilities/organization.ts';
import { episode, insurance, patient, payer, provider, testId, visit } from './rows.ts';

const organization = Organization.parse({
  OrganizationId: testId(20),
  Name: 'Bridge Therapy, LLC',
  NationalProviderId: '1234567893',
  TaxId: '931234567',
  Taxonomy: '261QP2000X',
  Address1: '400 SW Main Street',
  City: 'Portland',
  StateOrProvince: 'OR',
  PostalCode: '972043210',
  Phone: '5035550100',
  ContactName: 'Ana Ortiz',
  SubmitterId: 'BRIDGE01',
  ReceiverId: 'CLEARHOUSE',
  ReceiverName: 'Clearing House',
});

const facility = Facility.parse({
  FacilityId: testId(3),
  OrganizationId: organization.OrganizationId,
  FirstName: null,
  LastName: 'Bridge East',
  Address1: '88 NE 82nd Avenue',
  City: 'Portland',
  StateOrProvince: 'OR',
  PostalCode: '972205566',
  Phone: null,
  NationalProviderId: null,
  RegionId: null,
  TimeZone: 'America/Los_Angeles',
  Inactive: false,
  PlacesOfService: ['11'],
  visit_types: [],
});

const referring = { FirstName: 'Lena', LastName: 'Hart', NationalProviderId: '1497911648' };

export const line: ClaimLine = {
  CPT_Code: '97110',
  Units: 2,
  Modifiers: ['GP'],
  charge: 12_050,
  DiagnosisPointers: [1, 2],
  ControlNumber: 'A1B2-1',
  alwaysTherapy: true,
};

/** A claim nothing is wrong with: Medicare, the patient insured, seen at a second location. */
export const soundClaim: ClaimData = {
  control: { interchange: '000000042', group: '42', transaction: '0042', claim: 'A1B2' },
  madeAt: '2026-11-18T17:05',
  usage: 'T',
  frequency: '1',
  originalClaimNumber: null,
  organization,
  facility,
  patient,
  insurance,
  payer,
  case: episode,
  visit,
  rendering: provider,
  referring,
  lines: [
    line,
    { ...line, CPT_Code: '97140', Units: 1, charge: 6_000, DiagnosisPointers: [1], ControlNumber: 'A1B2-2' },
  ],
};

/** The same patient insured by a spouse. */
export const dependentClaim: ClaimData = {
  ...soundClaim,
  payer: {
    ...payer,
    Kind: 'commercial',
    Name: 'Acme Health',
    ElectronicPayerId: '60054',
    ClaimFilingCode: 'CI',
    Address1: 'PO Box 1',
    City: 'Hartford',
    StateOrProvince: 'CT',
    PostalCode: '06101',
  },
  insurance: {
    ...insurance,
    Relationship: '01',
    GroupNumber: 'G-77',
    Subscriber: {
      FirstName: 'Pat',
      LastName: "O'Brien",
      DateOfBirth: '1957-01-09',
      Sex: 'M',
      Address1: '12 Elm Street',
      City: 'Portland',
      StateOrProvince: 'OR',
      PostalCode: '97201',
    },
  },
};
