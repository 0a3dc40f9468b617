import { Button } from '@mantine/core';
import type { CaseId } from '#contract/base/ids.ts';
import type { CareDesk } from './care-desk.tsx';
import { useMayPlan } from '#shared/hooks/use-may-plan.ts';

/** Adds a goal or a plan of care from a note; nothing for who does not judge them. */
export function CareButtons({ CaseId: of, desk }: { CaseId: CaseId; desk: CareDesk }) {
  if (!useMayPlan(of)) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => desk.addGoal(of)}>
        Add goal
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => desk.addPlan(of)}>
        Write plan of care
      </Button>
    </>
  );
}
