import type { Case } from './case.ts';
import type { PlanOfCare } from './plan-of-care-row.ts';

type OnCase = Pick<Case, 'VisitsPerWeek' | 'PlanWeeks' | 'PlanOfCareStart' | 'PlanOfCareEnd'>;

/** What the case shows of a plan that was written or changed; nothing where a later plan is the current one. */
export function planOnCase(
  { PlanOfCareStart }: Pick<Case, 'PlanOfCareStart'>,
  plan: Pick<PlanOfCare, 'From' | 'To' | 'VisitsPerWeek' | 'PlanWeeks'>,
  before: Pick<PlanOfCare, 'From'> | null = null,
): Partial<OnCase> {
  const isCurrent = PlanOfCareStart === null || plan.From >= PlanOfCareStart || before?.From === PlanOfCareStart;
  if (!isCurrent) return {};
  const { From, To, VisitsPerWeek, PlanWeeks } = plan;
  return { VisitsPerWeek, PlanWeeks, PlanOfCareStart: From, PlanOfCareEnd: To };
}
