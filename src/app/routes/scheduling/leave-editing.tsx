import { useBlocker } from 'react-router';
import type { EditSchedule } from '#features/scheduling/calendar/use-edit-schedule.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';

/** Asks before changed days that are not saved are given up. */
export function LeaveEditing({ edit }: { edit: EditSchedule }) {
  // Another day or view keeps the pending days, so it asks nothing.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => edit.isDirty && nextLocation.pathname !== currentLocation.pathname,
  );
  return (
    <ConfirmDialog
      opened={edit.isAsking || blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Discard and leave"
      cancelLabel="Keep editing"
      danger
      onCancel={() => {
        edit.stay();
        blocker.reset?.();
      }}
      onConfirm={() => {
        edit.leave();
        blocker.proceed?.();
      }}
    >
      {edit.queue.length === 1 ? 'One changed day is' : `${edit.queue.length} changed days are`} not saved. Discarded
      changes can’t be restored.
    </ConfirmDialog>
  );
}
