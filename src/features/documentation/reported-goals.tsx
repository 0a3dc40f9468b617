import { goalName } from '#contract/cases/goals-of-case.ts';
import { goalStatuses } from '#contract/documentation/cell-values.ts';
import { goalReportsOf } from '#contract/documentation/goal-cells.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { goalsOfCase } from '#local/reads/goals.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import classes from './note.module.css';

/** What a note says of the goals of its case, as it is read. */
export function ReportedGoals({ note }: { note: VisitNote }) {
  const reports = new Map(goalReportsOf(note).map((one) => [one.GoalId, one]));
  const goals = useLiveValue(() => goalsOfCase(note.CaseId), [note.CaseId]) ?? [];
  const shown = goals.filter(({ goal }) => reports.has(goal.GoalId));
  if (shown.length === 0) return null;
  return (
    <section aria-label="Goals">
      <h3 className={classes.sectionName}>Goals</h3>
      <ul className={classes.goals}>
        {shown.map(({ goal }) => {
          const { Status, Current, Percent, Comment } = reports.get(goal.GoalId) ?? {};
          const status = goalStatuses[Status as keyof typeof goalStatuses];
          const parts = [status, Current, typeof Percent === 'number' ? `${Percent} %` : null, Comment];
          return (
            <li key={goal.GoalId}>
              <b>{goalName(goal)}</b> {goal.Text}
              <span className={classes.hint}> {parts.filter(Boolean).join(', ')}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
