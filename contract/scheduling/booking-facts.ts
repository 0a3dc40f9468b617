import type { Authorization } from '../cases/authorization.ts';
import type { Case } from '../cases/case.ts';
import type { Script } from '../cases/script.ts';
import type { Facility } from '../facilities/facility.ts';
import type { Room } from '../facilities/room.ts';
import type { OverlapRule, VisitType } from '../facilities/visit-type.ts';
import { disciplineOf, type Discipline, type Provider } from '../providers/provider.ts';
import { takesPlace } from '../visits/stage.ts';
import type { Visit } from '../visits/visit.ts';
import type { TakenVisit } from './authorized-room.ts';
import type { NonPatientVisit } from './non-patient-visit.ts';
import { daysOf, overlap, type Span } from './wall-time.ts';
import type { ClosedDay, CustomHours } from './working-day.ts';

/** A visit somebody wants to book or move; a meeting has neither patient nor case. */
export type Booking = Pick<Visit, 'FacilityId' | 'ProviderId' | 'VisitTypeName' | 'RoomId' | 'Start' | 'End'> & {
  /** Null for a new one. A visit never conflicts with itself. */
  VisitId: string | null;
  PatientId: Visit['PatientId'] | null;
  CaseId: Visit['CaseId'] | null;
};

type Place = Pick<Booking, 'Start' | 'End' | 'ProviderId' | 'FacilityId' | 'RoomId' | 'VisitTypeName'>;
const placeFields = ['Start', 'End', 'ProviderId', 'FacilityId', 'RoomId', 'VisitTypeName'] as const;

/** Whether a change leaves a booking where it stands: what speaks against its place was decided when it was booked. */
export function keepsPlace(before: Place, after: Place): boolean {
  return placeFields.every((field) => before[field] === after[field]);
}

export type BookingVisitType = Pick<VisitType, 'Name' | 'Overlap' | 'Capacity' | 'deleted_at'>;
export type BookingFacility = Pick<Facility, 'FacilityId' | 'FirstName' | 'LastName' | 'Inactive' | 'TimeZone'> & {
  visit_types: readonly BookingVisitType[];
  rooms: readonly Pick<Room, 'RoomId' | 'Name' | 'Capacity'>[];
};
export type BookingProvider = Pick<
  Provider,
  | 'ProviderId'
  | 'FirstName'
  | 'LastName'
  | 'Type'
  | 'Schedule'
  | 'time_off'
  | 'FacilityIds'
  | 'MaxAtOnce'
  | 'Inactive'
  | 'pending'
>;
export type BookedVisit = Pick<
  Visit,
  | 'VisitId'
  | 'PatientId'
  | 'CaseId'
  | 'FacilityId'
  | 'ProviderId'
  | 'VisitTypeName'
  | 'RoomId'
  | 'Start'
  | 'End'
  | 'stage'
> &
  // Of those of the case, where an authorization counts units.
  Pick<TakenVisit, 'Units' | 'isSigned'>;
export type BookedTime = Pick<
  NonPatientVisit,
  'NonPatientVisitId' | 'FacilityId' | 'ProviderId' | 'VisitTypeName' | 'Start' | 'End'
>;
export type BookingCase = Pick<
  Case,
  | 'CaseId'
  | 'Discipline'
  | 'StartDate'
  | 'VisitsPerWeek'
  | 'PlanWeeks'
  | 'PlanOfCareStart'
  | 'PlanOfCareEnd'
  | 'DischargedAt'
>;
export type BookingAuthorization = Pick<
  Authorization,
  'CaseId' | 'InsuranceId' | 'Kind' | 'Allowed' | 'Status' | 'Start' | 'End'
>;
export type BookingScript = Pick<Script, 'CaseId' | 'Start' | 'End' | 'Visits'>;

/** All that the rules look at, as the server or the device holds it. */
export type BookingFacts = {
  /** Those of the days in question, and all of the case, whose authorization counts them. */
  visits: readonly BookedVisit[];
  nonPatientVisits: readonly BookedTime[];
  providers: readonly BookingProvider[];
  facilities: readonly BookingFacility[];
  customDays: readonly CustomHours[];
  holidays: readonly ClosedDay[];
  /** Of the patient who is booked, and what allows their visits. */
  cases: readonly BookingCase[];
  authorizations: readonly BookingAuthorization[];
  scripts: readonly BookingScript[];
  /** The days, both included, of which every booking is known; null when all are, as on the server. */
  known: { from: string; to: string } | null;
  /** The wall time it is: nothing is offered before it. Left out where no times are offered. */
  now?: string;
};

/** Something that takes a place in the calendar. */
export type Booked = Booking & { VisitId: string } & Pick<TakenVisit, 'Units' | 'isSigned' | 'stage'>;
export type Whose = 'provider' | 'patient' | 'room';

/** The facts, and what is booked by day and by whom. */
export type IndexedFacts = BookingFacts & {
  add(booked: Booked): void;
  /** What overlaps the booking for the same provider, patient or room, itself left out. */
  beside(booking: Booking, whose: Whose): Booked[];
  /** What the patient has on any day of the booking, itself left out. */
  sameDay(booking: Booking): Booked[];
  /** All visits of the case, the booking's own left out. */
  ofCase(booking: Booking): Booked[];
};

export function indexFacts(facts: BookingFacts): IndexedFacts {
  const byDay = new Map<string, Booked[]>();
  const byCase = new Map<string, Booked[]>();
  const found = (whose: Whose, span: Span, id: string | null): Booked[] =>
    id === null ? [] : [...new Set(daysOf(span).flatMap((day) => byDay.get(`${whose} ${id} ${day}`) ?? []))];
  const others = (list: readonly Booked[], { VisitId }: Booking) => list.filter((one) => one.VisitId !== VisitId);
  const add = (one: Booked) => {
    for (const day of daysOf(one)) {
      put(byDay, `provider ${one.ProviderId} ${day}`, one);
      if (one.PatientId !== null) put(byDay, `patient ${one.PatientId} ${day}`, one);
      if (one.RoomId !== null) put(byDay, `room ${one.RoomId} ${day}`, one);
    }
    if (one.CaseId !== null) put(byCase, one.CaseId, one);
  };
  for (const visit of facts.visits) if (takesPlace(visit)) add(visit);
  for (const { NonPatientVisitId, ...time } of facts.nonPatientVisits) {
    add({ ...time, VisitId: NonPatientVisitId, PatientId: null, CaseId: null, RoomId: null });
  }
  return {
    ...facts,
    add,
    beside: (booking, whose) =>
      others(found(whose, booking, idOf(booking, whose)), booking).filter((one) => overlap(one, booking)),
    sameDay: (booking) => others(found('patient', booking, booking.PatientId), booking),
    ofCase: (booking) => others(byCase.get(booking.CaseId ?? '') ?? [], booking),
  };
}

function idOf(booking: Booking, whose: Whose): string | null {
  if (whose === 'provider') return booking.ProviderId;
  return whose === 'patient' ? booking.PatientId : booking.RoomId;
}

function put(map: Map<string, Booked[]>, key: string, one: Booked): void {
  const list = map.get(key);
  if (list) list.push(one);
  else map.set(key, [one]);
}

export function providerOf(facts: Pick<BookingFacts, 'providers'>, ProviderId: string): BookingProvider | undefined {
  return facts.providers.find((one) => one.ProviderId === ProviderId);
}

/** `Maya Okafor`, as sentences name her. */
export function nameOf(facts: Pick<BookingFacts, 'providers'>, ProviderId: string): string {
  const provider = providerOf(facts, ProviderId);
  return provider ? `${provider.FirstName} ${provider.LastName}` : 'This provider';
}

export function facilityOf(facts: Pick<BookingFacts, 'facilities'>, FacilityId: string): BookingFacility | undefined {
  return facts.facilities.find((one) => one.FacilityId === FacilityId);
}

/** The rules of a visit's type; a type that is gone asks. */
export function typeRuleOf(
  facts: Pick<BookingFacts, 'facilities'>,
  of: Pick<Booking, 'FacilityId' | 'VisitTypeName'>,
): { Overlap: OverlapRule; Capacity: number } {
  const types = facilityOf(facts, of.FacilityId)?.visit_types.filter((type) => type.Name === of.VisitTypeName) ?? [];
  return types.find((type) => type.deleted_at === null) ?? types[0] ?? { Overlap: 'ask', Capacity: 1 };
}

export function disciplineIn(
  facts: Pick<BookingFacts, 'providers'>,
  of: Pick<Booking, 'ProviderId'>,
): Discipline | null {
  const provider = providerOf(facts, of.ProviderId);
  return provider ? disciplineOf(provider.Type) : null;
}
