import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { isOverdue } from '#contract/tasks/open-tasks.ts';
import type { Task } from '#contract/tasks/task.ts';
import { setDone } from '#local/reads/tasks.ts';
import { useCurrentUser } from '#shared/session.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import lines from '#shared/ui/lines/lines.module.css';
import { ownerWords } from './task-words.ts';

type Props = {
  task: Task;
  today: string;
  /** Whom or what it is about, above the task. */
  about?: ReactNode;
  /** Tells the task apart from others, for who hears the buttons alone. */
  name: string;
  children?: ReactNode;
};

/** One task: what to do, by when and by whom, and that it is done. */
export function TaskLine({ task, today, about, name, children }: Props) {
  const { UserId } = useCurrentUser();
  const { sentence, dueOn, IsDone } = task;
  const said = [dueOn && `Due ${showDate(dueOn)}`, ownerWords(task, UserId)].filter(Boolean).join(' · ');
  return (
    <li className={lines.line}>
      <div className={lines.text}>
        {about}
        <p className={lines.name}>
          {sentence}{' '}
          {isOverdue(task, today) && (
            <MeaningBadge meaning="danger" quiet>
              Overdue
            </MeaningBadge>
          )}
        </p>
        <p className={lines.quiet}>{said}</p>
      </div>
      {children}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${IsDone ? 'Reopen' : 'Done'}: ${name}`}
        onClick={() => void mark(task)}
      >
        {IsDone ? 'Reopen' : 'Done'}
      </Button>
    </li>
  );
}

/** At once, and taken back by the toast. */
async function mark(task: Task): Promise<void> {
  const IsDone = !task.IsDone;
  try {
    await setDone(task, IsDone);
    toastUndo(IsDone ? 'Task done.' : 'Task reopened.', () => setDone({ ...task, IsDone }, !IsDone));
  } catch (error) {
    toastFailure(error, 'The task could not be saved on this device.');
  }
}
