import { Button } from '@mantine/core';
import { useId } from 'react';
import { useOnline } from '#shared/sync-state.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import classes from './intake-forms.module.css';

type Props = {
  isDirty: boolean;
  /** Patients do not see yet what would be published. */
  mayPublish: boolean;
  isBusy: boolean;
  /** The button itself waits, and no dialog over it. */
  isPublishing: boolean;
  onPublish: () => void;
  onSave: () => void;
  onUndo: () => void;
  onCopy: () => void;
  onRemove: () => void;
};

/** What is done with the draft of a form: the two steps of every day, and the rest in a menu, in one row on a phone too. */
export function FormButtons(props: Props) {
  const { isDirty, mayPublish, isBusy, isPublishing, onPublish, onSave, onUndo, onCopy, onRemove } = props;
  const isOnline = useOnline();
  const why = useId();
  const said = isOnline ? {} : { 'aria-describedby': why };
  const item = (key: string, label: string, onChoose: () => void): MenuEntry => ({
    kind: 'item',
    key,
    label,
    onChoose,
  });
  const more = [
    ...(isDirty ? [item('undo', 'Undo changes', onUndo)] : []),
    ...(isOnline ? [item('copy', 'Make a copy', onCopy), item('remove', 'Remove…', onRemove)] : []),
  ];
  return (
    <div className={classes.buttons}>
      {!isOnline && (
        <OfflineNote id={why}>
          You are offline. Your changes are kept on this device. Save and publish them when you are online again.
        </OfflineNote>
      )}
      <Button disabled={!isOnline || !mayPublish} loading={isPublishing} onClick={onPublish} {...said}>
        Publish…
      </Button>
      <Button variant="default" disabled={!isOnline || !isDirty || isBusy} onClick={onSave} {...said}>
        Save draft
      </Button>
      {more.length > 0 && !isBusy && (
        <ActionMenu label="More for this form" className={classes.moreButton} entries={more}>
          More
        </ActionMenu>
      )}
    </div>
  );
}
