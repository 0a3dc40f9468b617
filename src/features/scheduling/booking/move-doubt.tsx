import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import classes from '../calendar/scheduling.module.css';
import type { useReschedule } from './use-reschedule.ts';

/** Shows the conflicts of a new time and books it anyway where a person says so. */
export function MoveDoubt({ moves: { doubt, dropDoubt } }: { moves: ReturnType<typeof useReschedule> }) {
  return (
    <ConfirmDialog
      opened={doubt !== null}
      title="Book it there anyway?"
      confirmLabel="Book anyway"
      onConfirm={() => doubt?.confirm()}
      onCancel={dropDoubt}
    >
      <ul className={classes.doubts}>
        {doubt?.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
