import {
  disciplineIn,
  facilityOf,
  nameOf,
  providerOf,
  typeRuleOf,
  type Booked,
  type Booking,
  type IndexedFacts,
} from './booking-facts.ts';
import type { OverlapRule } from '../facilities/visit-type.ts';
import { issue, type Issue } from './issue.ts';
import { overlap, showSpan, type Span } from './wall-time.ts';

/** What of the calendar stands against a booking: the provider, the room, the patient's own visits. */
export function clashIssues(booking: Booking, facts: IndexedFacts): Issue[] {
  return [...providerIssues(booking, facts), ...roomIssues(booking, facts), ...patientIssues(booking, facts)];
}

function providerIssues(booking: Booking, facts: IndexedFacts): Issue[] {
  const name = nameOf(facts, booking.ProviderId);
  const rule = typeRuleOf(facts, booking);
  // The same patient twice is the patient's clash, told once.
  const others = facts.beside(booking, 'provider').filter((one) => !isSamePatient(one, booking));
  const mates = rule.Capacity > 1 ? others.filter((one) => isGroupMate(one, booking)) : [];
  if (mostAtOnce(mates, booking) >= rule.Capacity) {
    const places = `All ${rule.Capacity} spots for ${booking.VisitTypeName} with ${name}`;
    return [issue('provider-busy', `${places} are taken ${showSpan(booking)}.`)];
  }
  const clashing = others.filter((one) => !mates.includes(one));
  const refused = clashing.filter((one) => rule.Overlap === 'no' || typeRuleOf(facts, one).Overlap === 'no');
  if (refused.length > 0) return [issue('provider-busy', busySentence(name, refused))];
  const asked = clashing.filter((one) => mustAsk(rule.Overlap, typeRuleOf(facts, one).Overlap));
  if (asked.length === 0 || isWithinHands(booking, clashing, facts)) return [];
  return [issue('provider-busy-ask', busySentence(name, asked))];
}

function isSamePatient(one: Booked, booking: Booking): boolean {
  return booking.PatientId !== null && one.PatientId === booking.PatientId;
}

/** Who is treated in the same group: the same type at the same facility. */
function isGroupMate(one: Booked, booking: Booking): boolean {
  return (
    booking.PatientId !== null &&
    one.PatientId !== null &&
    one.VisitTypeName === booking.VisitTypeName &&
    one.FacilityId === booking.FacilityId
  );
}

function mustAsk(a: OverlapRule, b: OverlapRule): boolean {
  return a !== 'yes' || b !== 'yes';
}

/** Whether the provider takes that many patients at once anyway. Nobody treats during a meeting without being asked. */
function isWithinHands(booking: Booking, clashing: readonly Booked[], facts: IndexedFacts): boolean {
  if (booking.PatientId === null || clashing.some((one) => one.PatientId === null)) return false;
  return mostAtOnce(groupsAsOne(clashing, facts), booking) < (providerOf(facts, booking.ProviderId)?.MaxAtOnce ?? 1);
}

/** A group is treated as one. */
function groupsAsOne(booked: readonly Booked[], facts: IndexedFacts): Booked[] {
  const one = (visit: Booked) =>
    typeRuleOf(facts, visit).Capacity > 1 ? `${visit.VisitTypeName} ${visit.Start}` : visit.VisitId;
  return [...new Map(booked.map((visit) => [one(visit), visit])).values()];
}

function roomIssues(booking: Booking, facts: IndexedFacts): Issue[] {
  const room = facilityOf(facts, booking.FacilityId)?.rooms.find((one) => one.RoomId === booking.RoomId);
  if (!room || mostAtOnce(facts.beside(booking, 'room'), booking) < room.Capacity) return [];
  return [issue('room-full', `${room.Name} is full ${showSpan(booking)}.`)];
}

function patientIssues(booking: Booking, facts: IndexedFacts): Issue[] {
  const [clash] = facts.beside(booking, 'patient');
  if (clash) return [issue('patient-busy', `This patient is booked ${withWhom(clash, facts)}.`)];
  const discipline = disciplineIn(facts, booking);
  if (discipline === null) return [];
  const others = facts.sameDay(booking);
  const alike = others.find((one) => disciplineIn(facts, one) === discipline);
  const sameDay = alike ?? others.find((one) => one.CaseId === booking.CaseId);
  if (!sameDay) return [];
  // Whoever stood in for it may be of another discipline than who is booked.
  const what = alike ? `another ${discipline} visit` : 'another visit of this case';
  return [issue('same-day', `This patient has ${what} that day, ${withWhom(sameDay, facts)}.`)];
}

function withWhom(one: Booked, facts: IndexedFacts): string {
  return `${showSpan(one)} with ${nameOf(facts, one.ProviderId)}`;
}

/** `Maya Okafor is booked 10:00 AM to 10:45 AM.` Nobody else's patient is named. */
function busySentence(name: string, clashing: readonly Booked[]): string {
  const sorted = clashing.toSorted((a, b) => a.Start.localeCompare(b.Start));
  const patients = [...new Set(sorted.filter((one) => one.PatientId !== null).map(showSpan))];
  const rest = sorted.filter((one) => one.PatientId === null).map((one) => `${one.VisitTypeName} ${showSpan(one)}`);
  const parts = [
    ...(patients.length > 0 ? [`is booked ${listed(patients)}`] : []),
    ...(rest.length > 0 ? [`has ${listed(rest)}`] : []),
  ];
  return `${name} ${parts.join(' and ')}.`;
}

function listed(parts: readonly string[]): string {
  if (parts.length > 3) return `${parts.slice(0, 2).join(', ')} and ${parts.length - 2} more times`;
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
}

/** The most of these that overlap each other at any moment of the span. */
function mostAtOnce(booked: readonly Booked[], span: Span): number {
  const inside = booked.filter((one) => overlap(one, span));
  const counts = inside.map(({ Start }) => {
    const moment = Start > span.Start ? Start : span.Start;
    return inside.filter((one) => one.Start <= moment && moment < one.End).length;
  });
  return Math.max(0, ...counts);
}
