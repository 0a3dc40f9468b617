import { useState } from 'react';
import { useSyncState } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { signOut } from '../session.tsx';

/** Asked only when changes of this device are not with the server yet; they stay sealed for their owner. */
export function SignOutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { waiting, parked } = useSyncState();
  const [isLeaving, setLeaving] = useState(false);
  const unsent = waiting + parked;
  return (
    <ConfirmDialog
      opened={opened}
      title={unsent === 1 ? 'One change is not sent yet' : `${unsent} changes are not sent yet`}
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      busy={isLeaving}
      onConfirm={() => {
        setLeaving(true);
        void signOut();
      }}
      onCancel={onClose}
    >
      They stay sealed on this device and are sent when you sign in here again. Nobody else can read them, and no other
      device has them.
    </ConfirmDialog>
  );
}
