import { Button } from '@mantine/core';
import type { CaseId } from '#contract/base/ids.ts';
import type { Goal } from '#contract/cases/goal.ts';
import { offeredGoals } from '#contract/documentation/apply-template.ts';
import { usedTemplates } from '#contract/documentation/used-templates.ts';
import { addGoal } from '#local/reads/goals.ts';
import { readRows } from '#local/reads/reads.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMayPlan } from '#shared/hooks/use-may-plan.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import type { NoteEditing } from '../use-note.ts';
import note from '../note.module.css';
import classes from './templates.module.css';

type Props = { CaseId: CaseId; editing: NoteEditing; goals: readonly Goal[] };

/** Goals of the templates that a note uses, for the case to take over; those it has are not offered again. */
export function OfferedGoals({ CaseId: of, editing, goals }: Props) {
  const ids = usedTemplates(editing.note.Cells).map(({ EvalTemplateId }) => EvalTemplateId);
  const templates = useLiveValue(() => readRows('evalTemplates', ids), [ids.join()]);
  const mayPlan = useMayPlan(of);
  const offered = offeredGoals(templates ?? [], goals);
  if (!mayPlan || offered.length === 0) return null;

  async function add(goal: (typeof offered)[number]): Promise<void> {
    try {
      await addGoal(of, goal);
      toastDone('Goal added.');
    } catch (error) {
      toastFailure(error, 'The goal could not be saved on this device.');
    }
  }

  return (
    <div className={classes.offered}>
      <p className={note.hint}>From the template:</p>
      <ul className={classes.goals} aria-label="Goals from the template">
        {offered.map((goal) => (
          <li key={goal.Text}>
            <span>{goal.Text}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Add goal: ${goal.Text}`}
              onClick={() => void add(goal)}
            >
              Add goal
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
