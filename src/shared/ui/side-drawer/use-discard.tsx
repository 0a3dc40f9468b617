import { useEffect, useState, type ReactNode } from 'react';
import { useUnsaved } from '#shared/unsaved.ts';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx';

type Discard = {
  /** For Cancel, Esc and the cross: gives an untouched form up at once, asks about a filled one. */
  leave(): void;
  /** Belongs beside the drawer. */
  question: ReactNode;
};

/** A form in a drawer is not thrown away by one key or one stray click while there is something to lose. */
export function useDiscard(isDirty: boolean, giveUp: () => void): Discard {
  const [asking, setAsking] = useState(false);
  useUnsaved(isDirty);
  return {
    leave: () => (isDirty ? setAsking(true) : giveUp()),
    question: (
      <ConfirmDialog
        opened={asking}
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep typing"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          giveUp();
        }}
      >
        It has not been saved. Once discarded it cannot be brought back.
      </ConfirmDialog>
    ),
  };
}

/** In the form: tells its drawer whether there is something to lose; an ended form has nothing. */
export function useReportDirty(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
}
