import { indexFacts, type Booking, type BookingFacts, type IndexedFacts } from './booking-facts.ts';
import { caseIssues } from './case-issues.ts';
import { clashIssues } from './clash-issues.ts';
import { dayIssues } from './day-issues.ts';
import type { Issue, Severity } from './issue.ts';

/** All that is to be said about a booking, the gravest first; nothing when it is simply free. */
export function bookingIssues(booking: Booking, facts: BookingFacts): Issue[] {
  return issuesIn(booking, indexFacts(facts));
}

/** The same for whoever asks about many bookings against one calendar. */
export function issuesIn(booking: Booking, facts: IndexedFacts): Issue[] {
  return gravestFirst([...clashIssues(booking, facts), ...dayIssues(booking, facts), ...caseIssues(booking, facts)]);
}

const order: readonly Severity[] = ['hard', 'red', 'amber'];

export function gravestFirst(issues: readonly Issue[]): Issue[] {
  return issues.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}
