import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { showName } from '#contract/base/text.ts';
import { isFor } from '#contract/tasks/open-tasks.ts';
import type { TaskLine as Line } from '#local/reads/tasks.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { useCurrentUser } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import lines from '#shared/ui/lines/lines.module.css';
import { TaskLine } from './task-line.tsx';

type Props = {
  lines: readonly Line[];
  state: 'loading' | 'failed' | 'ready';
  today: string;
  onClose: () => void;
  onNavigate: (path: string) => void;
};

/** The tasks behind the count; on request those of others as well. */
export function TaskList({ lines: all, state, today, onClose, onNavigate }: Props) {
  const { UserId } = useCurrentUser();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? all : all.filter(({ task }) => isFor(task, UserId));
  const apart = useToldApart(shown.map(({ patient }) => patient));
  return (
    <SideDrawer opened onClose={onClose} title={`Tasks (${shown.length})`} size={520}>
      <p className={lines.quiet}>
        Tasks for you and for anyone, of patients on this device. New tasks are added in the patient’s chart, under
        Notes.
      </p>
      <Switch
        my="sm"
        label="Show the tasks of others too"
        checked={showsAll}
        onChange={(event) => setShowsAll(event.currentTarget.checked)}
      />
      {state === 'loading' && <LoadingSkeleton label="Looking for the tasks" rows={4} />}
      {state === 'failed' && (
        <ErrorState title="This list could not be loaded">
          Your work is kept on this device. Reload the page to try again.
        </ErrorState>
      )}
      {state === 'ready' && shown.length === 0 && <EmptyState title="No tasks for you." compact />}
      {shown.length > 0 && (
        <ul className={lines.list} aria-label="Tasks">
          {shown.map(({ task, patient, case: of }) => {
            const name = patient ? showName(patient) : 'Name not on this device yet';
            const which = apart.get(task.PatientId) ?? '';
            return (
              <TaskLine
                key={task.TaskId}
                task={task}
                today={today}
                name={[name, which, task.sentence].filter(Boolean).join(', ')}
                about={
                  <p className={lines.quiet}>
                    <b>{name}</b> {[which, of?.Title].filter(Boolean).map((each) => `· ${each} `)}
                  </p>
                }
              >
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={['Open chart', name, which].filter(Boolean).join(', ')}
                  onClick={() => onNavigate(`/patients/${task.PatientId}?tab=notes`)}
                >
                  Open chart
                </Button>
              </TaskLine>
            );
          })}
        </ul>
      )}
    </SideDrawer>
  );
}
