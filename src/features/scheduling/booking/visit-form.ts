import { isRealDate, minutesBetween } from '#contract/base/dates.ts';
import { CaseId, FacilityId, ProviderId, RoomId, type PatientId, type VisitId } from '#contract/base/ids.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { PlaceOfService } from '#contract/facilities/place-of-service.ts';
import type { VisitType } from '#contract/facilities/visit-type.ts';
import type { Booking } from '#contract/scheduling/booking-facts.ts';
import { addMinutes, atTime } from '#contract/scheduling/wall-time.ts';
import type { Visit } from '#contract/visits/visit.ts';

/** A free time of the calendar somebody chose. */
export type Slot = { FacilityId: string; ProviderId: string; Start: string; End: string };

/** What is typed of a booking; empty texts are what is not chosen yet. */
export type TypedVisit = {
  CaseId: string;
  FacilityId: string;
  ProviderId: string;
  VisitTypeName: string;
  /** `YYYY-MM-DD`, or what is no date yet. */
  day: string;
  /** The field said why; what it holds is not meant. */
  isDayRefused: boolean;
  time: string;
  minutes: number;
  PlaceOfService: string;
  RoomId: string;
  SchedulingNote: string;
  TagIds: string[];
};

export function typedIn(slot: Slot): TypedVisit {
  return {
    CaseId: '',
    FacilityId: slot.FacilityId,
    ProviderId: slot.ProviderId,
    VisitTypeName: '',
    day: slot.Start.slice(0, 10),
    isDayRefused: false,
    time: slot.Start.slice(11),
    minutes: minutesBetween(slot.Start, slot.End),
    PlaceOfService: '11',
    RoomId: '',
    SchedulingNote: '',
    TagIds: [],
  };
}

/** When and with whom it is. */
export function timesOf(slot: Slot): Pick<TypedVisit, 'ProviderId' | 'FacilityId' | 'day' | 'time' | 'minutes'> {
  const { ProviderId, FacilityId, day, time, minutes } = typedIn(slot);
  return { ProviderId, FacilityId, day, time, minutes };
}

export function typedOf(visit: Visit): TypedVisit {
  return {
    ...typedIn(visit),
    CaseId: visit.CaseId,
    VisitTypeName: visit.VisitTypeName,
    PlaceOfService: visit.PlaceOfService,
    RoomId: visit.RoomId ?? '',
    SchedulingNote: visit.SchedulingNote ?? '',
    TagIds: visit.TagIds,
  };
}

/** The types a facility books for patients. */
export function bookableTypes(facility: Facility | undefined): VisitType[] {
  return facility?.visit_types.filter((type) => type.deleted_at === null && !type.IsNonPatientVisit) ?? [];
}

/** What is sent of a booking, without its id. */
export type BookingFields = Pick<
  Visit,
  | 'CaseId'
  | 'FacilityId'
  | 'ProviderId'
  | 'VisitTypeName'
  | 'Start'
  | 'End'
  | 'PlaceOfService'
  | 'RoomId'
  | 'SchedulingNote'
  | 'TagIds'
>;

/** The booking as typed, or by field what is still missing. */
export function bookingFrom(
  typed: TypedVisit,
): { fields: BookingFields } | { missing: Partial<Record<string, string>> } {
  const missing: Partial<Record<string, string>> = {};
  const chosen = {
    CaseId: CaseId.safeParse(typed.CaseId).data,
    FacilityId: FacilityId.safeParse(typed.FacilityId).data,
    ProviderId: ProviderId.safeParse(typed.ProviderId).data,
    PlaceOfService: PlaceOfService.safeParse(typed.PlaceOfService).data,
  };
  if (!chosen.CaseId) missing['CaseId'] = 'Choose a patient and a case.';
  if (!chosen.FacilityId) missing['FacilityId'] = 'Choose a facility.';
  if (!chosen.ProviderId) missing['ProviderId'] = 'Choose a provider.';
  if (typed.VisitTypeName === '') missing['VisitTypeName'] = 'Choose a visit type.';
  if (!chosen.PlaceOfService) missing['PlaceOfService'] = 'Choose a place of service.';
  if (typed.isDayRefused || !isRealDate(typed.day)) missing['day'] = 'Enter a date that can be booked.';
  if (!/^\d{2}:\d{2}$/.test(typed.time)) missing['time'] = 'Enter a time.';
  if (!(typed.minutes >= 5 && typed.minutes <= 24 * 60)) missing['minutes'] = 'Enter 5 minutes to 24 hours.';
  const { CaseId: of, FacilityId: at, ProviderId: by, PlaceOfService: place } = chosen;
  if (Object.keys(missing).length > 0 || !of || !at || !by || !place) return { missing };
  const Start = atTime(typed.day, typed.time);
  return {
    fields: {
      CaseId: of,
      FacilityId: at,
      ProviderId: by,
      VisitTypeName: typed.VisitTypeName,
      Start,
      End: addMinutes(Start, typed.minutes),
      PlaceOfService: place,
      RoomId: RoomId.safeParse(typed.RoomId).data ?? null,
      SchedulingNote: typed.SchedulingNote.trim() || null,
      TagIds: typed.TagIds,
    },
  };
}

/** For the rules: as much of a booking as they need. */
export function bookingOf(fields: BookingFields, of: { VisitId: VisitId | null; PatientId: PatientId }): Booking {
  return { ...fields, ...of };
}

/** What of a visit the form changes; null when nothing. */
export function changesOf(visit: Visit, fields: BookingFields): Partial<Visit> | null {
  const changed = changeable.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(visit[name]));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<Visit>;
}

const changeable = [
  'FacilityId',
  'ProviderId',
  'VisitTypeName',
  'Start',
  'End',
  'PlaceOfService',
  'RoomId',
  'SchedulingNote',
  'TagIds',
] as const satisfies readonly (keyof BookingFields)[];
