import { exerciseIdOf } from '../exercises/library.ts';
import type { FormName } from '../records.ts';
import { reachRow } from './measures.ts';
import { goalRow, planOfCareRow } from './plans.ts';
import { evalTemplateRow, textTemplateRow } from './templates.ts';
import { usualRule } from '../online-scheduling/usual-rule.ts';
import { episode, facility, insurance, patient, payer, stamp, testId } from './rows.ts';

const { CaseId, PatientId } = episode;
const nowhere = { Address1: null, City: null, StateOrProvince: null, PostalCode: null };
const held = { CaseId, PatientId, Start: '2026-10-20', End: '2026-12-31', Note: null, updated_at: stamp };

const consenting = { ...patient, MessageConsent: { email: true, text: false } };

type Example = {
  row: Record<string, unknown>;
  /** A field that may be typed in, with its label. */
  typed: { field: string; label: string };
  /** What somebody else may have made of another field. */
  elsewhere: Record<string, unknown>;
  /** In what a second one differs, where two alike are refused. */
  second?: Record<string, unknown>;
};

/** A row of all that has the form of a record; what a test of all of them begins with. A missing one does not compile. */
export const examples: Record<FormName, Example> = {
  patients: {
    row: consenting,
    typed: { field: 'City', label: 'City' },
    elsewhere: { Pronouns: 'she/her' },
  },
  newPatients: {
    row: { ...consenting, Language: null, PayerId: payer.PayerId, MemberId: '1EG4', GroupNumber: null },
    typed: { field: 'City', label: 'City' },
    elsewhere: { Pronouns: 'she/her' },
  },
  cases: { row: episode, typed: { field: 'Title', label: 'Case name' }, elsewhere: { OnsetDate: '2026-10-02' } },
  scripts: {
    row: { ...held, ScriptId: testId(71), ReferringProviderId: null, Visits: 12 },
    typed: { field: 'Note', label: 'Note' },
    elsewhere: { Visits: 20 },
  },
  holidays: {
    row: { HolidayId: testId(73), Name: 'Founders day', day: '2026-12-04', FacilityIds: null, updated_at: stamp },
    typed: { field: 'Name', label: 'Name' },
    elsewhere: { day: '2026-12-11' },
  },
  otherContacts: {
    row: {
      OtherContactId: testId(74),
      Kind: 'adjuster',
      FirstName: 'Ola',
      LastName: 'Berg',
      Company: null,
      Phone: '6145550171',
      Fax: null,
      Email: 'ola@example.org',
      ...nowhere,
      Inactive: false,
      updated_at: stamp,
    },
    typed: { field: 'Company', label: 'Company' },
    elsewhere: { Phone: '6145550172' },
  },
  referringProviders: {
    row: {
      ReferringProviderId: testId(75),
      FirstName: 'Lena',
      LastName: 'Hart',
      Credential: 'MD',
      PracticeName: null,
      NationalProviderId: null,
      Phone: '6145550173',
      Fax: null,
      Email: null,
      ...nowhere,
      Inactive: false,
      MergedIntoId: null,
      updated_at: stamp,
    },
    typed: { field: 'LastName', label: 'Last name' },
    elsewhere: { Phone: '6145550174' },
  },
  subjectNotes: {
    row: {
      SubjectNoteId: testId(76),
      PatientId,
      SubjectType: 'case',
      SubjectId: CaseId,
      Text: 'Calls before noon only.',
      IsPinned: false,
      IsAlert: true,
      ExpiresOn: null,
      WrittenBy: 'Grace Lindqvist',
      WrittenAt: stamp,
      updated_at: stamp,
    },
    typed: { field: 'Text', label: 'Note' },
    elsewhere: { IsPinned: true },
  },
  patientGuarantors: {
    row: {
      PatientGuarantorId: testId(78),
      PatientId,
      GuarantorId: testId(79),
      FirstName: 'Nora',
      LastName: 'Quill',
      DateOfBirth: '1985-03-04',
      Email: 'nora@example.org',
      Phone: '6145550178',
      Relationship: 'parent',
      IsProxy: true,
      IsForAdult: false,
      From: '2026-01-05',
      Until: null,
      updated_at: stamp,
    },
    typed: { field: 'FirstName', label: 'First name' },
    elsewhere: { Phone: '6145550179' },
  },
  rtmEpisodes: {
    row: {
      RtmEpisodeId: testId(84),
      CaseId,
      PatientId,
      From: '2026-11-02',
      Until: null,
      Consent: 'verbal',
      ConsentOn: '2026-11-01',
      Note: 'Knee program.',
      updated_at: stamp,
    },
    typed: { field: 'Note', label: 'Note' },
    elsewhere: { Until: '2026-12-31' },
  },
  homePrograms: {
    row: {
      HomeProgramId: testId(81),
      CaseId,
      PatientId,
      Items: [
        { ExerciseId: exerciseIdOf('bridge'), Version: 1, Dose: '3x10', PerDay: 1, PerWeek: 7, Note: null },
        { ExerciseId: exerciseIdOf('clamshell'), Version: 1, Dose: '2x10', PerDay: 2, PerWeek: 3, Note: null },
      ],
      Note: 'Stop if it hurts.',
      HandedOutOn: null,
      Version: null,
      SentAt: null,
      Via: [],
      updated_at: stamp,
    },
    typed: { field: 'Note', label: 'Note to the patient' },
    elsewhere: { HandedOutOn: '2026-12-04' },
  },
  bookingRules: {
    row: {
      ...usualRule,
      BookingRuleId: testId(85),
      FacilityId: facility.FacilityId,
      VisitTypeName: 'Follow-up',
      PublicName: 'Follow-up visit',
      updated_at: stamp,
    },
    typed: { field: 'PublicName', label: 'Name for patients' },
    elsewhere: { NoticeHours: 24 },
    second: { VisitTypeName: 'Evaluation' },
  },
  reviewSites: {
    row: {
      ReviewSiteId: testId(86),
      FacilityId: facility.FacilityId,
      Name: 'Stars',
      Url: 'https://stars.example.com/harborview',
      SortOrder: 1,
      updated_at: stamp,
    },
    typed: { field: 'Name', label: 'Site name' },
    elsewhere: { SortOrder: 2 },
    second: { Name: 'Other' },
  },
  tasks: {
    row: {
      TaskId: testId(87),
      PatientId,
      CaseId,
      sentence: 'Call about the brace.',
      OwnerUserId: null,
      dueOn: '2026-11-20',
      IsDone: false,
      Kind: 'own',
      FacilityId: facility.FacilityId,
      Owner: null,
      doneAt: null,
      doneByUserId: null,
      updated_at: stamp,
    },
    typed: { field: 'sentence', label: 'Task' },
    elsewhere: { dueOn: '2026-12-01' },
  },
  goals: {
    row: { ...goalRow, Number: null },
    typed: { field: 'Text', label: 'Goal' },
    elsewhere: { Target: '10 stairs' },
  },
  plansOfCare: {
    row: { ...planOfCareRow, GoalIds: [] },
    typed: { field: 'Interventions', label: 'Treatment' },
    elsewhere: { VisitsPerWeek: 3 },
  },
  caseExercises: {
    row: {
      CaseExerciseId: testId(77),
      CaseId,
      PatientId,
      ExerciseId: null,
      Name: 'Bridge',
      CPT_Code: '97110',
      Dose: '3x10',
      Precaution: null,
      SortOrder: 0,
      StoppedOn: null,
      updated_at: stamp,
    },
    typed: { field: 'Name', label: 'Name' },
    elsewhere: { Dose: '3x12' },
  },
  evalTemplates: {
    row: evalTemplateRow,
    typed: { field: 'Name', label: 'Name' },
    elsewhere: { Discipline: 'OT' },
  },
  textTemplates: {
    row: textTemplateRow,
    typed: { field: 'Title', label: 'Title' },
    elsewhere: { Body: 'Tolerated all exercises well.' },
  },
  evalMeasurements: { row: reachRow, typed: { field: 'Name', label: 'Name' }, elsewhere: { Mdc: 4 } },
  payers: { row: payer, typed: { field: 'Name', label: 'Name' }, elsewhere: { Phone: '6145550176' } },
  authorizations: {
    row: {
      ...held,
      AuthorizationId: testId(72),
      InsuranceId: insurance.InsuranceId,
      Number: 'A-17',
      Kind: 'visits',
      Allowed: 12,
      Status: 'approved',
      CountRule: 'signed',
    },
    typed: { field: 'Note', label: 'Note' },
    elsewhere: { Allowed: 20 },
  },
};
