import type { ComponentProps } from 'react';
import { DueCounts } from '#features/compliance/due-counts.tsx';
import { CosignCounts } from '#features/documentation/cosign-counts.tsx';
import { ArrivalsCount } from '#features/kiosk/arrivals-count.tsx';
import { TaskCounts } from '#features/tasks/task-counts.tsx';

/** What is counted beside visits: arrivals at kiosks, tasks, notes that are not a visit’s own, and cases in which something is due. */
export function MoreCounts(props: ComponentProps<typeof DueCounts>) {
  return (
    <>
      <ArrivalsCount after={props.after} />
      <TaskCounts {...props} />
      <CosignCounts {...props} />
      <DueCounts {...props} />
    </>
  );
}
