import { useState } from 'react';
import type { CaseId } from '#contract/base/ids.ts';
import type { Goal } from '#contract/cases/goal.ts';
import type { PlanOfCare } from '#contract/cases/plan-of-care-row.ts';
import type { PlanLine } from '#local/reads/goals.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import type { StampKind, PlanStamp } from '#contract/cases/plan-stamp.ts';

export type ToStamp = { line: PlanLine; stampKind: StampKind; corrects: PlanStamp | null };
/** What is open over the chart of goals and plans of care. */
type Open = ({ kind: 'goal' } & About<Goal>) | ({ kind: 'plan' } & About<PlanOfCare>) | ({ kind: 'stamp' } & ToStamp);

export type CareDesk = {
  opened: Open | null;
  open: (what: Open) => void;
  close: () => void;
  addGoal: (to: CaseId) => void;
  addPlan: (to: CaseId) => void;
};

/** Which form of goals and plans of care is open; the forms themselves stand in care-drawers.tsx. */
export function useCareDesk(): CareDesk {
  const [opened, open] = useState<Open | null>(null);
  return {
    opened,
    open,
    close: () => open(null),
    addGoal: (parent) => open({ kind: 'goal', of: null, parent }),
    addPlan: (parent) => open({ kind: 'plan', of: null, parent }),
  };
}
