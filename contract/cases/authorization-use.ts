import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { parseISO } from 'date-fns/parseISO';
import { takesPlace } from '../visits/stage.ts';
import { covers, movable, shareOut } from '../scheduling/coverage.ts';
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
  const units = averageUnits(there);
  const takes = ({ Kind }: A, visit: CountedVisit) => (Kind === 'units' ? visit.Units || units : 1);
  const shares = [...Map.groupBy(all, (one) => one.InsuranceId).values()].flatMap((own) => {
    const approved = own.filter(({ Status }) => Status === 'approved');
    const others = own.filter(({ Status }) => Status !== 'approved');
    const rest = there.filter(({ Start }) => !approved.some((one) => covers(one, Start.slice(0, 10))));
    return [...shareWithMovable(approved, there, takes), ...shareWithMovable(others, rest, takes)];
  });
  return new Map(shares.map(({ of, visits: own, moved }) => [of, useOfAuthorization(of, own, today, moved)]));
}

function shareWithMovable<A extends OfPolicy>(
  all: readonly A[],
  visits: readonly CountedVisit[],
  takes: (of: A, visit: CountedVisit) => number,
) {
  const moved = movable(all, visits, takes);
  return [...shareOut(all, visits, takes)].map(([of, { within, over }]) => ({
    of,
    visits: [...within, ...over],
    moved: moved.get(of) ?? 0,
  }));
}

/** What of an authorization is used, booked and left on a day by these visits, and what somebody should act on. */
export function useOfAuthorization(
  of: Terms,
  visits: readonly CountedVisit[],
  today: string,
  moved = 0,
): AuthorizationUse {
  const within = visits.filter((visit) => covers(of, visit.Start.slice(0, 10)) && takesPlace(visit));
  const counted = within.filter((visit) => counts(visit, of.CountRule));
  // A visit of a past day that nobody signed or checked in is still to be charged: it is not free.
  const toCome = within.filter((visit) => !counts(visit, of.CountRule));
  const unitsUsed = sum(counted.map((visit) => visit.Units));
  const booked = { visits: toCome.length, units: expectedUnits(counted, toCome) };
  const used = of.Kind === 'units' ? unitsUsed : counted.length;
  const allowed = of.Kind === 'dates' ? null : of.Allowed;
  const left = allowed === null ? null : Math.min(allowed, allowed - used + moved);
  const toTake = of.Kind === 'units' ? booked.units : booked.visits;
  const leftAfterBooked = allowed === null ? null : allowed - used - toTake + moved;
  const daysLeft = of.End === null ? null : differenceInCalendarDays(parseISO(of.End), parseISO(today));
  const use = { used, booked, movable: moved, left, leftAfterBooked, daysLeft };
  const holds = of.Status === 'approved' && covers(of, today) && (left === null || left > 0);
  return { ...use, holds, warnings: warningsOf(of, use, today) };
}

const billed: readonly VisitStage[] = ['billing', 'submitted', 'closed'];
const ahead: readonly VisitStage[] = ['scheduled', 'confirmed'];

function counts({ stage, isSigned }: CountedVisit, rule: CountRule): boolean {
  if (rule === 'scheduled') return true;
  if (isSigned || billed.includes(stage)) return true;
  return rule === 'checkedIn' && !ahead.includes(stage);
}

/** What visits without charges will take: as much as those with charges did on average, rounded up. */
function expectedUnits(counted: readonly CountedVisit[], toCome: readonly CountedVisit[]): number {
  const average = averageUnits([...counted, ...toCome]);
  return Math.ceil(sum(toCome.map((visit) => (visit.Units > 0 ? visit.Units : average))));
}

function averageUnits(visits: readonly CountedVisit[]): number {
  const known = visits.filter((visit) => visit.Units > 0);
  return known.length === 0 ? 0 : sum(known.map((visit) => visit.Units)) / known.length;
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
