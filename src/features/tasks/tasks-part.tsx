import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { Task } from '#contract/tasks/task.ts';
import { tasksOf, type TaskLine as Line } from '#local/reads/tasks.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import lines from '#shared/ui/lines/lines.module.css';
import part from '#shared/ui/part/part.module.css';
import { taskForm } from './task-form.tsx';
import { TaskLine } from './task-line.tsx';
import classes from './tasks.module.css';

type Opened = About<Task> | null;
type Props = { PatientId: PatientId; onOpen: (about: Opened) => void };

/** What is to be done for a patient, and on request what was done. */
export function TasksPart({ PatientId, onOpen }: Props) {
  const live = useLive(() => tasksOf(PatientId), [PatientId]);
  const [showsDone, setShowsDone] = useState(false);
  const [headingId, doneId] = [useId(), useId()];
  const { open: toDo, done } = live.state === 'ready' ? live.value : { open: [], done: [] };
  const edit = (of: Task) => onOpen({ of, parent: PatientId });
  return (
    <section className={classes.part} aria-labelledby={headingId}>
      <h3 className={part.heading} id={headingId}>
        Tasks
      </h3>
      {live.state === 'loading' && <LoadingSkeleton label="Loading the tasks" rows={2} />}
      {live.state === 'failed' && <p role="alert">The tasks could not be loaded. Reload the page to try again.</p>}
      {live.state === 'ready' && toDo.length === 0 && <p className={lines.quiet}>Nothing to do for this patient.</p>}
      {toDo.length > 0 && <Lines label="Tasks" of={toDo} onEdit={edit} />}
      <Button variant="default" size="xs" onClick={() => onOpen({ of: null, parent: PatientId })}>
        New task
      </Button>
      {done.length > 0 && (
        <>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            aria-expanded={showsDone}
            aria-controls={doneId}
            onClick={() => setShowsDone(!showsDone)}
          >
            Done ({done.length})
          </Button>
          <div id={doneId} hidden={!showsDone}>
            <Lines label="Done tasks" of={done} onEdit={edit} />
          </div>
        </>
      )}
    </section>
  );
}

/** The form of a task, over any tab of the chart. */
export function TaskDrawer({ PatientId, opened, onOpen }: Props & { opened: Opened }) {
  return (
    <RecordDrawer
      form={taskForm}
      at={PatientId}
      about={opened}
      onReopen={(about) => onOpen({ ...about, parent: PatientId })}
      onClose={() => onOpen(null)}
    />
  );
}

function Lines({ label, of, onEdit }: { label: string; of: readonly Line[]; onEdit: (task: Task) => void }) {
  const today = useClinicToday();
  return (
    <ul className={lines.list} aria-label={label}>
      {of.map(({ task, case: about }) => (
        <TaskLine
          key={task.TaskId}
          task={task}
          today={today}
          name={task.sentence}
          {...(about && { about: <p className={lines.quiet}>{about.Title}</p> })}
        >
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Edit task: ${task.sentence.slice(0, 60)}`}
            onClick={() => onEdit(task)}
          >
            Edit
          </Button>
        </TaskLine>
      ))}
    </ul>
  );
}
