import { addDays } from '../base/dates.ts';
import type { Case } from './case.ts';

type OnCase = Pick<Case, 'VisitsPerWeek' | 'PlanWeeks' | 'PlanOfCareStart' | 'PlanOfCareEnd'>;
/** Of a plan of care; its description stands on this rule. */
export type PlannedDays = { From: string; To: string; VisitsPerWeek: number; PlanWeeks: number };

/**
 * What the case shows of a plan that was written or changed; nothing where a later plan is the current one. A plan that
 * goes on without a gap keeps the day care began, so that visits until then stay within the plan.
 */
export function planOnCase(
  of: Pick<Case, 'PlanOfCareStart' | 'PlanOfCareEnd'>,
  plan: PlannedDays,
  before: Pick<PlannedDays, 'From'> | null = null,
): Partial<OnCase> {
  const { PlanOfCareStart: start } = of;
  if (start !== null && plan.From < start && before?.From !== start) return {};
  const { From, To, VisitsPerWeek, PlanWeeks } = plan;
  const PlanOfCareStart = start !== null && goesOn(of, plan, before) ? start : From;
  return { VisitsPerWeek, PlanWeeks, PlanOfCareStart, PlanOfCareEnd: To };
}

function goesOn(
  { PlanOfCareStart: start, PlanOfCareEnd: end }: Parameters<typeof planOnCase>[0],
  { From }: PlannedDays,
  before: Pick<PlannedDays, 'From'> | null,
): boolean {
  if (start === null || From <= start) return false;
  if (before !== null) return before.From > start;
  return end !== null && From <= addDays(end, 1);
}
