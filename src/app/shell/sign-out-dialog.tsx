import { useState } from 'react';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { signOut } from '#session/session-leave.ts';
import type { Left } from './leaving.ts';

type Props = {
  opened: boolean;
  left: Left;
  onClose: () => void;
  onOut: () => void;
};

/** Asked only when something of this device is not with the server yet; it stays sealed for its owner. */
export function SignOutDialog({ opened, left, onClose, onOut }: Props) {
  const { unsent, typed } = left;
  const [isLeaving, setLeaving] = useState(false);
  return (
    <ConfirmDialog
      opened={opened}
      title={titleOf(unsent, typed)}
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      busy={isLeaving}
      onConfirm={() => {
        setLeaving(true);
        void signOut().then(onOut);
      }}
      onCancel={onClose}
    >
      {unsent > 0 &&
        `${unsent === 1 ? 'It stays encrypted on this device and is' : 'They stay encrypted on this device and are'} sent when you sign in here again. No one else can read ${unsent === 1 ? 'it, and no other device has it' : 'them, and no other device has them'}. `}
      {typed > 0 && typedSentence(typed)}
    </ConfirmDialog>
  );
}

function titleOf(unsent: number, typed: number): string {
  if (unsent === 0) return typed === 1 ? 'You have an unsaved draft' : `You have ${typed} unsaved drafts`;
  return unsent === 1 ? 'One change is not sent yet' : `${unsent} changes are not sent yet`;
}

function typedSentence(typed: number): string {
  const what = typed === 1 ? 'One draft is not saved. It stays' : `${typed} drafts are not saved. They stay`;
  return `${what} encrypted on this device for you. When you sign in here again, open ${typed === 1 ? 'it' : 'them'} from Sync status (top right).`;
}
