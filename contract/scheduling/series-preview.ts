import { alternativesTo, type Alternative } from './alternatives.ts';
import { indexFacts, type Booking, type BookingFacts } from './booking-facts.ts';
import { issuesIn } from './booking-issues.ts';
import { acceptable, verdictOf, type Issue, type Verdict } from './issue.ts';
import type { Span } from './wall-time.ts';

/** One visit of a series, at the time of the rule or at one chosen instead of it. */
export type SeriesVisit = Span & {
  ProviderId: Booking['ProviderId'];
  /** A red one that is booked on purpose. */
  accepted?: boolean;
};

export type PreviewedVisit = SeriesVisit & {
  verdict: Verdict;
  issues: Issue[];
  /** Of red ones. */
  alternatives: Alternative[];
};

/** What all visits of a series share. */
export type SeriesBooking = Omit<Booking, 'VisitId' | 'ProviderId' | 'Start' | 'End'>;

/**
 * What booking each of them would meet, in order: those before it that are not red, or that are accepted, count as
 * booked, for conflicts as for authorizations. Alternatives keep clear of all that are.
 */
export function previewSeries(
  series: SeriesBooking,
  visits: readonly SeriesVisit[],
  facts: BookingFacts,
): PreviewedVisit[] {
  const known = indexFacts(facts);
  const judged = visits.map((visit, at) => {
    const booking = bookingOf(series, visit);
    const issues = issuesIn(booking, known);
    const verdict = verdictOf(issues);
    if (isBooked(visit, issues)) known.add({ ...booking, VisitId: `visit ${at} of the series` });
    return { ...visit, verdict, issues };
  });
  return judged.map((visit) => ({
    ...visit,
    alternatives: visit.verdict === 'red' ? alternativesTo(bookingOf(series, visit), known) : [],
  }));
}

/** Whether it would be booked as it stands: not red, or accepted and nothing hard against it. */
export function isBooked(visit: Pick<SeriesVisit, 'accepted'>, issues: readonly Issue[]): boolean {
  const codes = acceptable(issues);
  return codes !== null && (codes.length === 0 || visit.accepted === true);
}

function bookingOf(series: SeriesBooking, { ProviderId, Start, End }: SeriesVisit): Booking {
  return { ...series, VisitId: null, ProviderId, Start, End };
}
