import { useLocation } from 'react-router';
import type { EditSchedule } from '#features/scheduling/calendar/use-edit-schedule.ts';
import { useAskBeforeLeaving } from '#shared/routing/leaving.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';

/** Asks before changed days that are not saved are given up. */
export function LeaveEditing({ edit }: { edit: EditSchedule }) {
  // Another day or view keeps the pending days, so it asks nothing.
  const { pathname } = useLocation();
  const leaving = useAskBeforeLeaving((next) => edit.isDirty && next.pathname !== pathname);
  return (
    <ConfirmDialog
      opened={edit.isAsking || leaving.isAsking}
      title="Leave without saving?"
      confirmLabel="Discard and leave"
      cancelLabel="Keep editing"
      danger
      onCancel={() => {
        edit.stay();
        leaving.stay();
      }}
      onConfirm={() => {
        edit.leave();
        leaving.leave();
      }}
    >
      {edit.queue.length === 1 ? 'One changed day is' : `${edit.queue.length} changed days are`} not saved. Discarded
      changes can’t be restored.
    </ConfirmDialog>
  );
}
