import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { parseISO } from 'date-fns/parseISO';
import { takesPlace } from '../visits/stage.ts';
import { averageUnits, billed, shareAuthorized, unitsTaken, type Share } from '../scheduling/authorized-room.ts';
import { covers } from '../scheduling/coverage.ts';
import type { VisitStage } from '../visits/stage.ts';
import type { Authorization, CountRule } from './authorization.ts';

/** A visit of the authorization's case, as far as it matters here. */
export type CountedVisit = {
  /** Wall time. */
  Start: string;
  stage: VisitStage;
  /** Its note is signed. */
  isSigned: boolean;
  /** Recorded on it so far. */
  Units: number;
};

/** When to warn (domain 3.6, the defaults of WebPT): what is left once everything booked took place. */
export const warnAt = { visits: 2, units: 10, days: 7 } as const;

export type AuthorizationWarning =
  | 'notApproved'
  | 'notYet'
  | 'expired'
  | 'usedUp'
  | 'overbooked'
  | 'fewLeft'
  | 'endsSoon'
  | 'noNumber';

export type AuthorizationUse = {
  /** Visits or units that count already, by the counting rule. */
  used: number;
  /** Visits still to come that fall into it, and the units they are expected to take. */
  booked: { visits: number; units: number };
  /** Of what is used or booked here, how much another authorization of the policy takes once its place is wanted. */
  movable: number;
  /** What can still be booked after what is used, also where that moves a visit; null where nothing is counted. */
  left: number | null;
  /** The same once everything booked took place; below 0 more is booked than is allowed. */
  leftAfterBooked: number | null;
  /** Days from today to the last day; 0 on it, below 0 after it; null without one. */
  daysLeft: number | null;
  /** Whether it pays for a visit of today. */
  holds: boolean;
  warnings: AuthorizationWarning[];
};

type Terms = Pick<Authorization, 'Kind' | 'Allowed' | 'Status' | 'Start' | 'End' | 'CountRule' | 'Number'>;

type OfPolicy = Terms & Pick<Authorization, 'InsuranceId'>;

/**
 * The use of all authorizations of a case. Where two of one policy overlap a visit counts on one of them, as booking
 * counts it; on one that is not approved only where none that is covers its day. What is left is what booking still has
 * room for: a visit that another one covers too gives way to one that only this one covers.
 */
export function useOfAuthorizations<A extends OfPolicy>(
  all: readonly A[],
  visits: readonly CountedVisit[],
  today: string,
): Map<A, AuthorizationUse> {
  const there = visits.filter(takesPlace);
  const average = averageUnits(there);
  const uses = [...Map.groupBy(all, (one) => one.InsuranceId).values()].flatMap((own) => {
    const approved = own.filter(({ Status }) => Status === 'approved');
    const others = own.filter(({ Status }) => Status !== 'approved');
    const rest = there.filter(({ Start }) => !approved.some((one) => covers(one, Start.slice(0, 10))));
    return [...shareAuthorized(approved, there, average), ...shareAuthorized(others, rest, average)];
  });
  return new Map(uses.map(([of, share]) => [of, useOfShare(of, share, today, average)]));
}

/** What of an authorization is used, booked and left on a day by these visits, and what somebody should act on. */
export function useOfAuthorization(of: Terms, visits: readonly CountedVisit[], today: string): AuthorizationUse {
  const within = visits.filter((visit) => covers(of, visit.Start.slice(0, 10)) && takesPlace(visit));
  const share = shareAuthorized([of], within).get(of) ?? { visits: [], movable: 0, left: null };
  return useOfShare(of, share, today, averageUnits(within));
}

function useOfShare(of: Terms, share: Share<CountedVisit>, today: string, average: number): AuthorizationUse {
  const counted = share.visits.filter((visit) => counts(visit, of.CountRule));
  // A visit of a past day that nobody signed or checked in is still to be charged: it is not free.
  const toCome = share.visits.filter((visit) => !counts(visit, of.CountRule));
  const unitsUsed = sum(counted.map((visit) => visit.Units));
  // One that counts by its stage alone may still get units.
  const units = sum(share.visits.map((visit) => unitsTaken(visit, average))) - unitsUsed;
  const booked = { visits: toCome.length, units: Math.ceil(units) };
  const used = of.Kind === 'units' ? unitsUsed : counted.length;
  const allowed = of.Kind === 'dates' ? null : of.Allowed;
  const left = allowed === null ? null : Math.min(allowed, allowed - used + share.movable);
  const leftAfterBooked = share.left;
  const daysLeft = of.End === null ? null : differenceInCalendarDays(parseISO(of.End), parseISO(today));
  const use = { used, booked, movable: share.movable, left, leftAfterBooked, daysLeft };
  const holds = of.Status === 'approved' && covers(of, today) && (left === null || left > 0);
  return { ...use, holds, warnings: warningsOf(of, use, today) };
}

const ahead: readonly VisitStage[] = ['scheduled', 'confirmed'];

function counts({ stage, isSigned }: CountedVisit, rule: CountRule): boolean {
  if (rule === 'scheduled') return true;
  if (isSigned || billed.includes(stage)) return true;
  return rule === 'checkedIn' && !ahead.includes(stage);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

type Counted = Pick<AuthorizationUse, 'left' | 'leftAfterBooked' | 'daysLeft'>;

/** The gravest first. What is not approved or is over warns of nothing further. */
function warningsOf(of: Terms, use: Counted, today: string): AuthorizationWarning[] {
  if (of.Status !== 'approved') return ['notApproved'];
  if (use.daysLeft !== null && use.daysLeft < 0) return ['expired'];
  const warnings: AuthorizationWarning[] = [];
  if (use.left !== null && use.left <= 0) warnings.push('usedUp');
  else if (use.leftAfterBooked !== null && use.leftAfterBooked < 0) warnings.push('overbooked');
  else if (use.leftAfterBooked !== null && of.Kind !== 'dates' && use.leftAfterBooked <= warnAt[of.Kind])
    warnings.push('fewLeft');
  if (use.daysLeft !== null && use.daysLeft <= warnAt.days) warnings.push('endsSoon');
  if (of.Start !== null && of.Start > today) warnings.push('notYet');
  // People type 0000 to get through (domain 3.6): it stays possible, and it is told.
  if (of.Number === null || /^0+$/.test(of.Number)) warnings.push('noNumber');
  return warnings;
}
