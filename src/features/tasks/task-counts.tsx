import { lazy, Suspense, useState } from 'react';
import { isAt, isFor } from '#contract/tasks/open-tasks.ts';
import { openTasksHere } from '#local/reads/tasks.ts';
import type { VisitFilter } from '#local/reads/visits.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { StatPill } from '#shared/ui/stat-pill/stat-pill.tsx';

const TaskList = lazy(() => import('./task-list.tsx').then((file) => ({ default: file.TaskList })));

type Props = {
  today: string;
  filter: VisitFilter;
  /** Undefined as long as others come first. */
  after: unknown;
  onNavigate: (path: string) => void;
};

/** What is to be done by whoever asks, or by no one in particular; nothing where there is nothing. */
export function TaskCounts({ after, ...of }: Props) {
  const [isReady, setReady] = useState(after !== undefined);
  if (!isReady && after !== undefined) setReady(true);
  return isReady ? <Count {...of} /> : null;
}

function Count({ today, filter: { FacilityId }, onNavigate }: Omit<Props, 'after'>) {
  const { UserId } = useCurrentUser();
  const live = useLive(openTasksHere, []);
  const [isOpen, setOpen] = useState(false);
  const here = live.state === 'ready' ? live.value.filter(({ task }) => isAt(task, FacilityId)) : [];
  const count = here.filter(({ task }) => isFor(task, UserId)).length;
  return (
    <>
      {(here.length > 0 || isOpen) && (
        <StatPill
          count={count}
          label={count === 1 ? 'task' : 'tasks'}
          meaning="needs"
          active={isOpen}
          onOpen={() => setOpen(true)}
        />
      )}
      <Suspense>
        {isOpen && (
          <TaskList
            lines={here}
            state={live.state}
            today={today}
            onClose={() => setOpen(false)}
            onNavigate={onNavigate}
          />
        )}
      </Suspense>
    </>
  );
}
