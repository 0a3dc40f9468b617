import { showDate } from '../base/dates.ts';
import { planDays } from '../cases/plan-of-care.ts';
import { disciplineOf, providerName } from '../providers/provider.ts';
import {
  providerOf,
  type Booking,
  type BookingAuthorization,
  type BookingCase,
  type IndexedFacts,
} from './booking-facts.ts';
import { hasAuthorizedRoom, type AuthorizedGrant } from './authorized-room.ts';
import { covers, hasRoom, type Grant } from './coverage.ts';
import { issue, type Issue } from './issue.ts';
import { dayOf } from './wall-time.ts';

/** What of the episode of care a booking goes past: its plan, its authorizations, its scripts. */
export function caseIssues(booking: Booking, facts: IndexedFacts): Issue[] {
  if (booking.CaseId === null) return [];
  const episode = facts.cases.find((one) => one.CaseId === booking.CaseId);
  return [
    ...(episode ? disciplineIssues(booking, episode, facts) : []),
    ...(episode ? planIssues(dayOf(booking.Start), episode) : []),
    ...authorizationIssues(booking, facts),
    ...scriptIssues(booking, facts),
  ];
}

/** Sometimes meant, as when a physical therapist steps in; then it is billed under another plan than the case's. */
function disciplineIssues(booking: Booking, { Discipline }: BookingCase, facts: IndexedFacts): Issue[] {
  const provider = providerOf(facts, booking.ProviderId);
  if (!provider || disciplineOf(provider.Type) === Discipline) return [];
  return [issue('other-discipline', `${providerName(provider)}, would see a ${Discipline} case.`)];
}

function planIssues(day: string, episode: BookingCase): Issue[] {
  const { DischargedAt, PlanOfCareStart } = episode;
  const { to } = planDays(episode);
  if (DischargedAt !== null && day > DischargedAt) {
    return [issue('outside-plan', `This case was discharged ${showDate(DischargedAt)}.`)];
  }
  if (to !== null && day > to) return [issue('outside-plan', `The plan of care ends ${showDate(to)}.`)];
  if (PlanOfCareStart !== null && day < PlanOfCareStart) {
    return [issue('outside-plan', `The plan of care starts ${showDate(PlanOfCareStart)}.`)];
  }
  return [];
}

function authorizationIssues(booking: Booking, facts: IndexedFacts): Issue[] {
  const words = { none: 'No approved authorization covers', full: 'authorized visit', of: '', one: 'authorization' };
  for (const grants of grantsByPolicy(facts.authorizations.filter((one) => one.CaseId === booking.CaseId))) {
    const day = dayOf(booking.Start);
    const sentence = grantSentence(grants, day, hasAuthorizedRoom(grants, facts.ofCase(booking), day), words);
    if (sentence) return [issue('past-authorization', sentence)];
  }
  return [];
}

/** Authorizations of a primary and of a secondary payer are both needed, so each policy stands for itself. */
export function grantsByPolicy(authorizations: readonly BookingAuthorization[]): AuthorizedGrant[][] {
  const policies = [...new Set(authorizations.map((one) => one.InsuranceId))];
  return policies.map((policy) =>
    authorizations.filter((one) => one.InsuranceId === policy && one.Status === 'approved'),
  );
}

function scriptIssues(booking: Booking, facts: IndexedFacts): Issue[] {
  const scripts = facts.scripts.filter((one) => one.CaseId === booking.CaseId);
  if (scripts.length === 0) return [];
  const grants = scripts.map(({ Start, End, Visits }) => ({ Start, End, Allowed: Visits }));
  const words = { none: 'No script covers', full: 'visit', of: ' of the script', one: 'script' };
  const day = dayOf(booking.Start);
  const days = facts.ofCase(booking).map((one) => dayOf(one.Start));
  const sentence = grantSentence(grants, day, hasRoom(grants, days, day), words);
  return sentence ? [issue('past-script', sentence)] : [];
}

function grantSentence(
  grants: readonly (Grant & Partial<Pick<AuthorizedGrant, 'Kind'>>)[],
  day: string,
  isFree: boolean,
  words: { none: string; full: string; of: string; one: string },
): string | null {
  const covering = grants.filter((one) => covers(one, day));
  const [only] = covering;
  if (!only) return `${words.none} ${showDate(day)}.`;
  if (isFree) return null;
  if (covering.length > 1) return `Every ${words.one} for that day is fully booked.`;
  const until = only.End === null ? '' : ` until ${showDate(only.End)}`;
  const { of } = words;
  const full = only.Kind === 'units' ? 'authorized unit' : words.full;
  return only.Allowed === 1
    ? `The only ${full}${of}${until} is booked.`
    : `All ${only.Allowed} ${full}s${of}${until} are booked.`;
}
