import { addDays } from '../base/dates.ts';
import type { Case } from './case.ts';

type Plan = Pick<Case, 'VisitsPerWeek' | 'PlanWeeks' | 'PlanOfCareStart' | 'PlanOfCareEnd'>;

/** Its end is told this many days before. */
export const planWarnDays = 14;

/** The last day of a plan of so many whole weeks. */
export function planEnd(start: string, weeks: number): string {
  return addDays(start, weeks * 7 - 1);
}

/** The days of a plan of care, both included; null is open on that side. The end that was written holds over the weeks. */
export function planDays(of: Plan): { from: string | null; to: string | null } {
  const { PlanOfCareStart: from, PlanOfCareEnd: written, PlanWeeks: weeks } = of;
  return { from, to: written ?? (from !== null && weeks !== null ? planEnd(from, weeks) : null) };
}

/** How many visits the plan orders, or null where it does not say. */
export function plannedVisits({ VisitsPerWeek, PlanWeeks }: Plan): number | null {
  return VisitsPerWeek === null || PlanWeeks === null ? null : VisitsPerWeek * PlanWeeks;
}

/** `2x/week for 6 weeks`, or null where the plan does not say how often. */
export function planWords({ VisitsPerWeek, PlanWeeks }: Pick<Plan, 'VisitsPerWeek' | 'PlanWeeks'>): string | null {
  if (VisitsPerWeek === null) return null;
  if (PlanWeeks === null) return `${VisitsPerWeek}x/week`;
  return `${VisitsPerWeek}x/week for ${PlanWeeks} ${PlanWeeks === 1 ? 'week' : 'weeks'}`;
}

export type PlanState = 'none' | 'ended' | 'endsSoon' | 'holds';

/** Where a plan of care stands on a day. */
export function planState(of: Plan, today: string): PlanState {
  const { to } = planDays(of);
  if (to === null) return 'none';
  if (to < today) return 'ended';
  return to <= addDays(today, planWarnDays) ? 'endsSoon' : 'holds';
}
