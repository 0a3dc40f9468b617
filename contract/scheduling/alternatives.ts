import { addDays, minutesBetween } from '../base/dates.ts';
import { disciplineOf, isAssistant } from '../providers/provider.ts';
import {
  providerOf,
  type Booking,
  type BookingFacts,
  type BookingProvider,
  type IndexedFacts,
} from './booking-facts.ts';
import { gravestFirst } from './booking-issues.ts';
import { caseIssues } from './case-issues.ts';
import { clashIssues } from './clash-issues.ts';
import { dayIssues } from './day-issues.ts';
import { verdictOf, type Issue, type Verdict } from './issue.ts';
import { addMinutes, atTime, dayOf, type Span } from './wall-time.ts';
import { openSpans, workingDay } from './working-day.ts';

export type Alternative = Span & {
  kind: 'other-time' | 'other-provider' | 'next-day';
  ProviderId: Booking['ProviderId'];
  /** Never red, and inside the hours; amber when the case itself goes past what is allowed. */
  verdict: Verdict;
  issues: Issue[];
};

const most = 3;
/** Minutes between the times looked at, and days looked ahead. */
const step = 15;
const daysAhead = 14;

/** Up to three ways out: another time that day, another provider, the next working day; then more times that day. */
export function alternativesTo(booking: Booking, facts: IndexedFacts): Alternative[] {
  const times = firstFree(otherTimes(booking, facts), booking, facts, most);
  const providers = firstFree(otherProviders(booking, facts), booking, facts, 1);
  const days = firstFree(nextDays(booking), booking, facts, 1);
  const sameDay = times.slice(0, Math.max(1, most - providers.length - days.length));
  return [...sameDay, ...providers, ...days];
}

type Candidate = Pick<Alternative, 'kind' | 'ProviderId' | 'Start' | 'End'>;

function firstFree(
  candidates: Iterable<Candidate>,
  booking: Booking,
  facts: IndexedFacts,
  count: number,
): Alternative[] {
  const free: Alternative[] = [];
  for (const candidate of candidates) {
    const { ProviderId, Start, End } = candidate;
    if (facts.now !== undefined && Start < facts.now) continue;
    // A room belongs to the time that was asked for.
    const moved = { ...booking, ProviderId, Start, End };
    if (clashIssues(moved, facts).length > 0 || dayIssues(moved, facts).length > 0) continue;
    const issues = gravestFirst(caseIssues(moved, facts));
    free.push({ ...candidate, issues, verdict: verdictOf(issues) });
    if (free.length === count) break;
  }
  return free;
}

/** Other times of this provider that day, nearest first. */
function otherTimes(booking: Booking, facts: IndexedFacts): Candidate[] {
  const provider = providerOf(facts, booking.ProviderId);
  if (!provider) return [];
  const { FacilityId, ProviderId } = booking;
  const day = dayOf(booking.Start);
  const minutes = minutesBetween(booking.Start, booking.End);
  const { blocks } = workingDay({ ...facts, provider, day, FacilityId });
  const distance = (one: Span) => Math.abs(minutesBetween(booking.Start, one.Start));
  return openSpans(day, blocks)
    .flatMap((span) => startsIn(span, minutes))
    .filter((Start) => Start !== booking.Start)
    .map((Start) => ({ kind: 'other-time' as const, ProviderId, Start, End: addMinutes(Start, minutes) }))
    .toSorted((a, b) => distance(a) - distance(b));
}

function startsIn(span: Span, minutes: number): string[] {
  const starts: string[] = [];
  for (let Start = span.Start; addMinutes(Start, minutes) <= span.End; Start = addMinutes(Start, step)) {
    starts.push(Start);
  }
  return starts;
}

/** The same time with somebody of the discipline who works at the facility. */
function otherProviders(booking: Booking, facts: IndexedFacts): Candidate[] {
  const { Start, End } = booking;
  return standInsFor(booking, facts).map(({ ProviderId }) => ({ kind: 'other-provider', ProviderId, Start, End }));
}

/** Who may treat in this provider's place at the facility. */
export function standInsFor(booking: Booking, facts: Pick<BookingFacts, 'providers'>): BookingProvider[] {
  const own = providerOf(facts, booking.ProviderId);
  if (!own) return [];
  return facts.providers.filter((one) => mayStandIn(one, own) && one.FacilityIds.includes(booking.FacilityId));
}

// An assistant may not do all that a therapist does, so none is offered in a therapist's place.
function mayStandIn(one: BookingProvider, own: BookingProvider): boolean {
  return (
    one.ProviderId !== own.ProviderId &&
    !one.Inactive &&
    !one.pending &&
    disciplineOf(one.Type) === disciplineOf(own.Type) &&
    (isAssistant(own.Type) || !isAssistant(one.Type))
  );
}

/** The same time on the days after, with the same provider. */
function* nextDays({ ProviderId, Start, End }: Booking): Generator<Candidate> {
  const minutes = minutesBetween(Start, End);
  for (let ahead = 1; ahead <= daysAhead; ahead += 1) {
    const moved = atTime(addDays(dayOf(Start), ahead), Start.slice(11));
    yield { kind: 'next-day', ProviderId, Start: moved, End: addMinutes(moved, minutes) };
  }
}
