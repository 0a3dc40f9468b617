import { Payer } from '../address-book/payer.ts';
import { NoteId } from '../base/ids.ts';
import { Case } from '../cases/case.ts';
import { CptDescription } from '../charges/service.ts';
import { newNote } from '../documentation/new-note.ts';
import { VisitNote } from '../documentation/visit-note.ts';
import { Facility } from '../facilities/facility.ts';
import { Organization } from '../facilities/organization.ts';
import { Insurance } from '../patients/insurance.ts';
import { Patient } from '../patients/patient.ts';
import { Provider } from '../providers/provider.ts';
import { Visit } from '../visits/visit.ts';

/** The n-th id of a test: `…-0000000000n`. */
export function testId(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** The server's stamp on every row of a test. */
export const stamp = '2026-11-18T08:00:00.123456+00:00';

export const patient = Patient.parse({
  PatientId: testId(1),
  PersonId: testId(2),
  Type: 'P',
  FirstName: 'Mai',
  MiddleName: null,
  LastName: "O'Brien-Nguyễn",
  PreferredName: null,
  Pronouns: null,
  DateOfBirth: '1958-04-02',
  Sex: 'F',
  Phone: '5035550134',
  Email: null,
  Address1: '12 Elm Street',
  City: 'Portland',
  StateOrProvince: 'OR',
  PostalCode: '97201',
  alerts: [],
  FacilityId: testId(3),
  DeathDate: null,
  created_at: stamp,
  updated_at: stamp,
});

export const payer = Payer.parse({
  PayerId: testId(4),
  Name: 'Medicare Part B',
  Kind: 'medicare',
  ElectronicPayerId: '02402',
  ClaimFilingCode: 'MB',
  UnitMethod: 'cms',
  TherapyModifierRequired: true,
  AssistantModifierRequired: true,
  SubstitutesG0283: true,
  TimelyFilingDays: 365,
  Address1: null,
  City: null,
  StateOrProvince: null,
  PostalCode: null,
  Phone: null,
  PayerReportingTypeId: null,
  Inactive: false,
  contacts: [],
  DatedRules: [],
  MergedIntoId: null,
  updated_at: stamp,
});

export const insurance = Insurance.parse({
  InsuranceId: testId(5),
  PatientId: patient.PatientId,
  PayerId: payer.PayerId,
  Priority: 1,
  MemberId: '1EG4TE5MK73',
  GroupNumber: null,
  Relationship: '18',
  Subscriber: null,
  StartDate: null,
  EndDate: null,
  updated_at: stamp,
});

export const provider = Provider.parse({
  ProviderId: testId(6),
  UserId: null,
  FirstName: 'Rosa',
  LastName: 'Alvarez',
  Type: 'PT',
  NationalProviderId: '1215193883',
  Taxonomy: '225100000X',
  LicenseNumber: null,
  LicenseNumbersByState: {},
  Schedule: [[], [], [], [], [], [], []],
  NotesPermission: 'F',
  notes_permissions: [],
  time_off: [],
  SupervisorProviderId: null,
  FacilityIds: [testId(3)],
  Inactive: false,
  pending: false,
});

export const assistant = Provider.parse({
  ...provider,
  ProviderId: testId(7),
  FirstName: 'Tom',
  LastName: 'Reed',
  Type: 'PTA',
  NotesPermission: 'C',
});

export const episode = Case.parse({
  CaseId: testId(8),
  PatientId: patient.PatientId,
  FacilityId: testId(3),
  ProviderId: provider.ProviderId,
  Title: 'Low back pain',
  Discipline: 'PT',
  Diagnoses: [
    { Code: 'M54.50', Description: 'Low back pain' },
    { Code: 'R26.89', Description: 'Other abnormalities of gait' },
  ],
  ReferringProviderContactId: null,
  InsuranceIds: [insurance.InsuranceId],
  OnsetDate: '2026-10-01',
  StartDate: '2026-10-20',
  RelatedCause: null,
  AccidentDate: null,
  AccidentState: null,
  PropertyClaimNumber: null,
  VisitsPerWeek: null,
  PlanWeeks: null,
  PlanOfCareStart: null,
  PlanOfCareEnd: null,
  CustomInputs: [],
  DischargedAt: null,
  DischargeReason: null,
  updated_at: stamp,
});

/** Where the visit is. */
export const facility = Facility.parse({
  FacilityId: testId(3),
  OrganizationId: testId(45),
  FirstName: null,
  LastName: 'Harborview',
  Address1: '1 Pier Road',
  City: 'Portland',
  StateOrProvince: 'OR',
  PostalCode: '97201',
  Phone: null,
  NationalProviderId: null,
  RegionId: null,
  TimeZone: 'UTC',
  Inactive: false,
  PlacesOfService: ['11'],
  visit_types: [],
});

export const visit = Visit.parse({
  VisitId: testId(9),
  CaseId: episode.CaseId,
  PatientId: patient.PatientId,
  FacilityId: facility.FacilityId,
  ProviderId: provider.ProviderId,
  VisitTypeName: 'Follow-up',
  Start: '2026-11-18T10:00',
  End: '2026-11-18T10:45',
  stage: 'inProgress',
  PlaceOfService: '11',
  intakeConflict: [],
  intakeIncomplete: false,
  ClaimId: null,
  CancelReason: null,
  updated_at: stamp,
});

/** The daily note of the visit, with texts by section. */
export function noteRow(Sections: Record<string, string> = {}, more: Partial<VisitNote> = {}): VisitNote {
  const own = more.VisitId ? { NoteId: NoteId.parse(more.VisitId) } : {};
  return VisitNote.parse({ ...newNote(visit), updated_at: stamp, Sections, ...own, ...more });
}

/** The billing entity of the facility. */
export const biller = Organization.parse({
  OrganizationId: facility.OrganizationId,
  Name: 'Harborview Billing',
  NationalProviderId: '1234567893',
  TaxId: '930000000',
  Taxonomy: '261QP2000X',
  Address1: '1 Pier Road',
  City: 'Portland',
  StateOrProvince: 'OR',
  PostalCode: '972010000',
  Phone: '5035550100',
  ContactName: 'Ida Lund',
  SubmitterId: 'A',
  ReceiverId: 'B',
  ReceiverName: 'C',
});

export const codes = [
  ['97110', true],
  ['97140', true],
  ['97161', false],
  ['97014', false],
  ['G0283', false],
].map(([CPT_Code, timed]) =>
  CptDescription.parse({
    CPT_Code,
    Description: 'A code',
    AlwaysUntimed: !timed,
    timed,
    disciplines: ['PT'],
    alwaysTherapy: true,
  }),
);
