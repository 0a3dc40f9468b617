import type { Case } from './case.ts';

type OnCase = Pick<Case, 'VisitsPerWeek' | 'PlanWeeks' | 'PlanOfCareStart' | 'PlanOfCareEnd'>;
/** Of a plan of care; its description stands on this rule. */
export type PlannedDays = { From: string; To: string; VisitsPerWeek: number; PlanWeeks: number };

/** What the case shows of a plan that was written or changed; nothing where a later plan is the current one. */
export function planOnCase(
  { PlanOfCareStart }: Pick<Case, 'PlanOfCareStart'>,
  plan: PlannedDays,
  before: Pick<PlannedDays, 'From'> | null = null,
): Partial<OnCase> {
  const isCurrent = PlanOfCareStart === null || plan.From >= PlanOfCareStart || before?.From === PlanOfCareStart;
  if (!isCurrent) return {};
  const { From, To, VisitsPerWeek, PlanWeeks } = plan;
  return { VisitsPerWeek, PlanWeeks, PlanOfCareStart: From, PlanOfCareEnd: To };
}
