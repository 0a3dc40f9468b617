import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';

type Props = { what: 'authorization' | 'script'; onRemove: () => Promise<unknown>; onDone: () => void };

/** Removes an authorization or a script after asking. */
export function RemoveButton({ what, onRemove, onDone }: Props) {
  const [isAsking, setAsking] = useState(false);
  async function remove(): Promise<void> {
    setAsking(false);
    try {
      await onRemove();
    } catch (error) {
      toastFailure(error, `The ${what} could not be removed on this device.`);
      return;
    }
    toastDone(what === 'script' ? 'Script removed.' : 'Authorization removed.');
    onDone();
  }
  return (
    <>
      <Button variant="subtle" color="red" mr="auto" onClick={() => setAsking(true)}>
        Remove…
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Remove this ${what}?`}
        confirmLabel="Remove"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        Visits are counted against it no longer. What it said stays in the audit log.
      </ConfirmDialog>
    </>
  );
}
