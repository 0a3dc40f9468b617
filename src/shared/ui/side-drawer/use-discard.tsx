import { useEffect, useState, type ReactNode } from 'react';
import { useUnsaved } from '#shared/unsaved.ts';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx';

type Discard = {
  /** For Cancel, Esc and the cross: gives an untouched form up at once, asks about a filled one. */
  leave(): void;
  /** The same for going elsewhere, or for another deed by which what was typed is lost. */
  leaveFor(go: () => void): void;
  /** Belongs beside the drawer. */
  question: ReactNode;
};

/** A form in a drawer is not thrown away by one key or one stray click while there is something to lose. */
export function useDiscard(isDirty: boolean, giveUp: () => void): Discard {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  useUnsaved(isDirty);
  const leaveFor = (go: () => void) => (isDirty ? setAsked({ go }) : go());
  return {
    leave: () => leaveFor(giveUp),
    leaveFor,
    question: (
      <ConfirmDialog
        opened={asked !== null}
        title="Discard changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        danger
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          asked?.go();
        }}
      >
        Your changes are not saved. You can’t undo this.
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
