import { addDays } from '../base/dates.ts';
import type { Case } from '../cases/case.ts';
import { planDays } from '../cases/plan-of-care.ts';
import { hasAuthorizedRoom, type TakenVisit } from './authorized-room.ts';
import type { BookedVisit, BookingAuthorization, BookingCase } from './booking-facts.ts';
import { takesPlace } from '../visits/stage.ts';
import { grantsByPolicy } from './case-issues.ts';
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

type CountedVisit = Pick<BookedVisit, 'CaseId' | 'Start' | 'stage' | 'Units' | 'isSigned'>;

/** Cases that want more visits this week or the next, those that miss most first. */
export function underScheduled(facts: {
  cases: readonly PlannedCase[];
  visits: readonly CountedVisit[];
  authorizations: readonly BookingAuthorization[];
  today: string;
}): UnderScheduled[] {
  const { authorizations, today } = facts;
  const visits = Map.groupBy(facts.visits.filter(takesPlace), (visit) => String(visit.CaseId));
  return facts.cases
    .map((one) => ofCase(one, visits.get(one.CaseId) ?? [], authorizations, today))
    .filter((one) => one.missing > 0)
    .toSorted((a, b) => b.missing - a.missing);
}

function ofCase(
  one: PlannedCase,
  visits: readonly CountedVisit[],
  authorizations: readonly BookingAuthorization[],
  today: string,
): UnderScheduled {
  const policies = grantsByPolicy(authorizations.filter((each) => each.CaseId === one.CaseId));
  const visitDays = visits.map(({ Start }) => dayOf(Start));
  const counted: TakenVisit[] = [...visits];
  const weeks = [today, addDays(today, 7)].map((day) => {
    const days = daysOfWeek(day);
    const booked = visitDays.filter((each) => days.includes(each)).length;
    const planned = Math.min(one.VisitsPerWeek ?? 0, days.filter((each) => isInPlan(one, each)).length);
    const open = days.filter((each) => each >= today && isInPlan(one, each) && !visitDays.includes(each));
    const wanted = Math.min(Math.max(0, planned - booked), open.length);
    let missing = 0;
    for (const each of open) {
      if (missing === wanted) break;
      if (!policies.every((grants) => hasAuthorizedRoom(grants, counted, each))) continue;
      counted.push({ Start: each });
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
