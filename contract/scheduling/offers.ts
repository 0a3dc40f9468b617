import { addDays } from '../base/dates.ts';
import type { Case } from '../cases/case.ts';
import { quietFrom, quietUntil } from '../messages/clock.ts';
import type { FillRule } from './fill-rule.ts';
import {
  disciplineIn,
  facilityOf,
  indexFacts,
  providerOf,
  type Booking,
  type BookingCase,
  type BookingFacts,
} from './booking-facts.ts';
import { issuesIn } from './booking-issues.ts';
import { isWaiting, type VisitRequest } from './visit-request.ts';
import { addMinutes, atTime, dayOf, weekdayOf, type Span } from './wall-time.ts';

/** A free time of a provider, in the wall time of the facility. */
export type FreeSlot = Span & { FacilityId: string; ProviderId: string; RoomId: string | null };

/** What the rules of booking look at for all who wait; all visits of their cases are among the visits. */
export type OfferFacts = Omit<BookingFacts, 'cases'> & {
  cases: readonly (BookingCase & Pick<Case, 'PatientId' | 'Discipline'>)[];
};

type Waiting = Omit<VisitRequest, 'Note' | 'updated_at'>;

/** The booking a request would become. */
export function bookingOf(request: Waiting, slot: FreeSlot): Booking {
  const { VisitId, PatientId, CaseId, VisitTypeName, Minutes } = request;
  const { FacilityId, ProviderId, RoomId, Start } = slot;
  const End = addMinutes(Start, Minutes);
  return { VisitId, PatientId, CaseId, FacilityId, ProviderId, VisitTypeName, RoomId, Start, End } as Booking;
}

/**
 * Who may have a free time, in the order in which they are asked: by priority, then who waits longest, then whose next
 * visit is furthest away. One request of each patient.
 */
export function fittingRequests<R extends Waiting>(slot: FreeSlot, requests: readonly R[], of: OfferFacts): R[] {
  const facts = indexFacts(of);
  const fitting = requests.filter((request) => fits(request, slot, of, facts));
  const next = new Map(fitting.map((one) => [one.PatientId, nextVisit(one, slot, of)]));
  const order = fitting.toSorted(
    (a, b) =>
      a.Priority - b.Priority ||
      a.AskedAt.localeCompare(b.AskedAt) ||
      (next.get(b.PatientId) ?? '').localeCompare(next.get(a.PatientId) ?? '') ||
      a.VisitRequestId.localeCompare(b.VisitRequestId),
  );
  return order.filter((one, at) => order.findIndex(({ PatientId }) => PatientId === one.PatientId) === at);
}

/** After every visit there is. */
const never = '9999-12-31T23:59';

function nextVisit({ PatientId }: Waiting, slot: FreeSlot, { visits }: OfferFacts): string {
  const later = visits.filter((visit) => visit.PatientId === PatientId && visit.Start > slot.Start);
  return later.map(({ Start }) => Start).toSorted()[0] ?? never;
}

function fits(request: Waiting, slot: FreeSlot, of: OfferFacts, facts: ReturnType<typeof indexFacts>): boolean {
  const day = dayOf(slot.Start);
  if (!isWaiting(request, day) || request.FacilityId !== slot.FacilityId) return false;
  if (request.ProviderId !== null && request.ProviderId !== slot.ProviderId) return false;
  const booking = bookingOf(request, slot);
  if (booking.End > slot.End || !isInGrid(request, booking)) return false;
  if (!isStillWorking(slot, of) || !isOffered(booking, of)) return false;
  const episode = of.cases.find(({ CaseId }) => CaseId === request.CaseId);
  if (!episode || day < episode.StartDate || disciplineIn(of, booking) !== episode.Discipline) return false;
  const own = of.visits.find(({ VisitId }) => VisitId === request.VisitId);
  // Nobody is asked to come later than they do already.
  if (own && own.Start <= slot.Start) return false;
  // Whatever would only be told to somebody who books is enough not to ask.
  return issuesIn(booking, facts).length === 0;
}

function isInGrid({ grid }: Waiting, { Start, End }: Span): boolean {
  const day = dayOf(Start);
  return (grid[weekdayOf(day)] ?? []).some(({ start, end }) => atTime(day, start) <= Start && End <= atTime(day, end));
}

/** Whoever has left, or works here only in a draft, treats nobody; nor is anybody treated where it is closed. */
function isStillWorking({ FacilityId, ProviderId }: FreeSlot, of: OfferFacts): boolean {
  const provider = providerOf(of, ProviderId);
  const facility = facilityOf(of, FacilityId);
  return provider?.Inactive === false && !provider.pending && facility?.Inactive === false;
}

function isOffered({ FacilityId, VisitTypeName }: Booking, of: OfferFacts): boolean {
  const types = facilityOf(of, FacilityId)?.visit_types ?? [];
  return types.some(({ Name, deleted_at }) => Name === VisitTypeName && deleted_at === null);
}

/** Somebody who was asked for this time. */
export type Asked = { PatientId: string; at: string; isReached: boolean; isAnswered: boolean };

export type Round<R> = {
  /** Who is asked now. */
  send: R[];
  /** When to look again, in wall time; null when it is over. */
  next: string | null;
  /** Why nobody more is asked. */
  over: 'late' | 'nobody' | null;
};

/** From when on nobody is asked or booked any more. */
export function stopTime({ Start }: Pick<Span, 'Start'>, { stopMinutesBefore }: FillRule): string {
  return addMinutes(Start, -stopMinutesBefore);
}

/** Who is asked at a moment, given who was asked already and how many offers each had within the days that count. */
export function offersDue<R extends { PatientId: string }>(given: {
  slot: Pick<Span, 'Start'>;
  fitting: readonly R[];
  asked: readonly Asked[];
  contacts: ReadonlyMap<string, number>;
  rule: FillRule;
  now: string;
}): Round<R> {
  const { slot, fitting, asked, contacts, rule, now } = given;
  const stop = stopTime(slot, rule);
  if (now >= stop) return { send: [], next: null, over: 'late' };
  const known = new Set(asked.map(({ PatientId }) => PatientId));
  const left = fitting.filter(
    ({ PatientId }) => !known.has(PatientId) && (contacts.get(PatientId) ?? 0) < rule.contactLimit,
  );
  const pending = asked.filter(({ isReached, isAnswered }) => isReached && !isAnswered);
  if (left.length === 0 && pending.length === 0) return { send: [], next: null, over: 'nobody' };
  // Whoever was asked has their time to answer, unless all of them have.
  const due =
    pending
      .map(({ at }) => addMinutes(at, rule.delayMinutes))
      .toSorted()
      .at(-1) ?? now;
  if (left.length === 0) return { send: [], next: stop, over: null };
  const from = windowFrom(due > now ? due : now, rule);
  if (from > now) return { send: [], next: from < stop ? from : stop, over: null };
  const after = addMinutes(now, rule.delayMinutes);
  return { send: left.slice(0, rule.groupSize), next: after < stop ? after : stop, over: null };
}

/**
 * The first moment from one on at which offers go out: within the rule's hours, and never in the quiet hours, in which
 * they would lie about until the morning. Hours of a rule that are quiet ones altogether do not count.
 */
function windowFrom(moment: string, { sendFrom, sendUntil }: FillRule): string {
  const isLoud = (time: string) => isWithin(time, quietUntil, quietFrom);
  const isAsked = (time: string) => isWithin(time, sendFrom, sendUntil);
  const isEver = isAsked(quietUntil) || isLoud(sendFrom);
  const isOpen = (wall: string) => isLoud(wall.slice(11)) && (!isEver || isAsked(wall.slice(11)));
  const day = dayOf(moment);
  // Both begin at such a time.
  const starts = [day, addDays(day, 1)].flatMap((on) => [atTime(on, quietUntil), atTime(on, sendFrom)]);
  const later = [moment, ...starts.filter((start) => start > moment).toSorted()];
  return later.find(isOpen) ?? moment;
}

/** Hours that end before they begin go over midnight; those of no length are all day. */
function isWithin(time: string, from: string, until: string): boolean {
  return until <= from ? time >= from || time < until : time >= from && time < until;
}
