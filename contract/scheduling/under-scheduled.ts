import { addDays } from '../base/dates.ts';
import type { Case } from '../cases/case.ts';
import { planDays } from '../cases/plan-of-care.ts';
import type { BookedVisit, BookingAuthorization, BookingCase } from './booking-facts.ts';
import { takesPlace } from '../visits/stage.ts';
import { grantsByPolicy } from './case-issues.ts';
import { hasRoom } from './coverage.ts';
import { dayOf } from './wall-time.ts';
import { daysOfWeek } from './week-start.ts';

export type PlannedCase = BookingCase & Pick<Case, 'PatientId'>;

export type UnderScheduledWeek = {
  /** The Sunday of the week. */
  week: string;
  planned: number;
  booked: number;
  /** What can still be booked: not more than the days left of the week, nor than the authorization has left. */
  missing: number;
};

/** A case with fewer visits than its plan of care says. */
export type UnderScheduled = Pick<PlannedCase, 'CaseId' | 'PatientId'> & {
  weeks: UnderScheduledWeek[];
  missing: number;
};

/** Cases that want more visits this week or the next, those that miss most first. */
export function underScheduled(facts: {
  cases: readonly PlannedCase[];
  visits: readonly Pick<BookedVisit, 'CaseId' | 'Start' | 'stage'>[];
  authorizations: readonly BookingAuthorization[];
  today: string;
}): UnderScheduled[] {
  const { authorizations, today } = facts;
  const days = daysByCase(facts.visits);
  return facts.cases
    .map((one) => ofCase(one, days.get(one.CaseId) ?? [], authorizations, today))
    .filter((one) => one.missing > 0)
    .toSorted((a, b) => b.missing - a.missing);
}

function daysByCase(visits: readonly Pick<BookedVisit, 'CaseId' | 'Start' | 'stage'>[]): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const visit of visits) {
    if (!takesPlace(visit)) continue;
    const list = days.get(visit.CaseId);
    if (list) list.push(dayOf(visit.Start));
    else days.set(visit.CaseId, [dayOf(visit.Start)]);
  }
  return days;
}

function ofCase(
  one: PlannedCase,
  visitDays: readonly string[],
  authorizations: readonly BookingAuthorization[],
  today: string,
): UnderScheduled {
  const policies = grantsByPolicy(authorizations.filter((each) => each.CaseId === one.CaseId));
  const counted = [...visitDays];
  const weeks = [today, addDays(today, 7)].map((day) => {
    const days = daysOfWeek(day);
    const booked = visitDays.filter((each) => days.includes(each)).length;
    const planned = Math.min(one.VisitsPerWeek ?? 0, days.filter((each) => isInPlan(one, each)).length);
    const open = days.filter((each) => each >= today && isInPlan(one, each) && !visitDays.includes(each));
    const wanted = Math.min(Math.max(0, planned - booked), open.length);
    let missing = 0;
    for (const each of open) {
      if (missing === wanted) break;
      if (!policies.every((grants) => hasRoom(grants, counted, each))) continue;
      counted.push(each);
      missing += 1;
    }
    return { week: days[0] ?? day, planned, booked, missing };
  });
  const missing = weeks.reduce((sum, week) => sum + week.missing, 0);
  return { CaseId: one.CaseId, PatientId: one.PatientId, weeks, missing };
}

function isInPlan(one: PlannedCase, day: string): boolean {
  const { from, to } = planDays(one);
  if (one.DischargedAt !== null && day > one.DischargedAt) return false;
  return day >= (from ?? one.StartDate) && (to === null || day <= to);
}
