import { CaseId, InsuranceId, PatientId, RoomId, VisitId } from '../base/ids.ts';
import { Facility } from '../facilities/facility.ts';
import type { OverlapRule, VisitType } from '../facilities/visit-type.ts';
import { Provider } from '../providers/provider.ts';
import type {
  BookedVisit,
  Booking,
  BookingAuthorization,
  BookingCase,
  BookingFacts,
} from '../scheduling/booking-facts.ts';
import { addMinutes } from '../scheduling/wall-time.ts';
import { facility, provider, testId } from './rows.ts';

const here = provider.FacilityIds[0] ?? '';
const elsewhere = testId(40);
const working = [
  { start: '08:00', end: '12:00', FacilityId: here },
  { start: '13:00', end: '17:00', FacilityId: here },
];

function therapist(n: number, FirstName: string, LastName: string, Type: Provider['Type']): Provider {
  const Schedule = [[], working, working, working, working, working, []];
  const row = { ...provider, ProviderId: testId(n), FirstName, LastName, Type, Schedule };
  return Provider.parse(row);
}

/** Monday to Friday 8 to 12 and 1 to 5 at Harborview. */
export const maya = therapist(41, 'Maya', 'Okafor', 'PT');
export const ben = therapist(42, 'Ben', 'Carter', 'PT');
export const tom = therapist(43, 'Tom', 'Reed', 'PTA');
export const ines = therapist(44, 'Inés', 'Duarte', 'OT');

function visitType(Name: string, Overlap: OverlapRule, Capacity = 1): VisitType {
  const IsNonPatientVisit = ['Lunch', 'Admin time', 'Staff meeting'].includes(Name);
  const VisitTypeId = testId(500 + Name.length);
  return { VisitTypeId, Name, IsNonPatientVisit, Minutes: 45, Overlap, Capacity, deleted_at: null };
}

export const gym = { RoomId: RoomId.parse(testId(46)), Name: 'Gym', Capacity: 2, Inactive: false };
export const harborview: Facility = {
  ...facility,
  TimeZone: 'America/Los_Angeles',
  visit_types: [
    visitType('Evaluation', 'no'),
    visitType('Follow-up', 'ask'),
    visitType('Modality', 'yes'),
    visitType('Balance class', 'ask', 3),
    visitType('Lunch', 'ask'),
    visitType('Admin time', 'yes'),
    visitType('Staff meeting', 'no'),
  ],
  rooms: [gym],
};
export const riverside: Facility = {
  ...facility,
  TimeZone: 'America/Los_Angeles',
  FacilityId: Facility.shape.FacilityId.parse(elsewhere),
  LastName: 'Riverside',
  visit_types: harborview.visit_types,
  rooms: [],
};

export const amina = { PatientId: PatientId.parse(testId(50)), CaseId: CaseId.parse(testId(51)) };
export const otto = { PatientId: PatientId.parse(testId(52)), CaseId: CaseId.parse(testId(53)) };

/** Amina's Follow-up with Maya, 45 minutes unless told. */
export function bookingAt(Start: string, other: Partial<Booking> = {}): Booking {
  return {
    VisitId: null,
    ...amina,
    FacilityId: harborview.FacilityId,
    ProviderId: maya.ProviderId,
    VisitTypeName: 'Follow-up',
    RoomId: null,
    Start,
    End: addMinutes(Start, 45),
    ...other,
  };
}

/** Otto's Follow-up with Maya, 45 minutes unless told. */
export function visitAt(Start: string, other: Partial<BookedVisit> = {}): BookedVisit {
  const { VisitId: _, ...visit } = bookingAt(Start);
  const id = Number(Start.replaceAll(/\D/g, '').slice(2));
  return { ...visit, ...otto, VisitId: VisitId.parse(testId(id)), stage: 'scheduled', ...other };
}

export const aminasCase: BookingCase = {
  CaseId: amina.CaseId,
  Discipline: 'PT',
  StartDate: '2026-11-02',
  VisitsPerWeek: null,
  PlanOfCareStart: null,
  PlanOfCareEnd: null,
  PlanWeeks: null,
  DischargedAt: null,
};

export function authorization(other: Partial<BookingAuthorization> = {}): BookingAuthorization {
  return {
    CaseId: amina.CaseId,
    InsuranceId: InsuranceId.parse(testId(54)),
    Kind: 'visits',
    Allowed: 12,
    Status: 'approved',
    Start: '2026-11-01',
    End: '2026-12-31',
    ...other,
  };
}

export function factsWith(other: Partial<BookingFacts> = {}): BookingFacts {
  return {
    visits: [],
    nonPatientVisits: [],
    providers: [maya, ben, tom, ines],
    facilities: [harborview, riverside],
    customDays: [],
    holidays: [],
    cases: [aminasCase],
    authorizations: [],
    scripts: [],
    known: null,
    ...other,
  };
}
