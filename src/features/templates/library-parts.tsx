import { Button } from '@mantine/core';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import type { Library } from './use-library.ts';
import classes from './templates.module.css';

type Starters = { library: Library; names: readonly string[]; onCopy: (at: number) => void };

/** Beside the button for a new one: what the app brings along, or why nothing can be changed now. */
export function LibraryMore({ library, names, onCopy }: Starters) {
  if (!library.mayChange(null)) return null;
  if (!library.isOnline) return <OfflineNote>You must be online to change templates.</OfflineNote>;
  return (
    <ActionMenu
      className={classes.menu}
      entries={names.map((name, at) => ({ kind: 'item', key: name, label: name, onChoose: () => onCopy(at) }))}
    >
      Copy a built-in
    </ActionMenu>
  );
}

/** An empty list offers the built-in ones to copy. */
export function LibraryEmpty({ library, names, onCopy, title }: Starters & { title: string }) {
  const mayCopy = library.mayChange(null) && library.isOnline;
  return (
    <EmptyState
      title={title}
      action={
        mayCopy && (
          <div className={classes.starters}>
            {names.map((name, at) => (
              <Button key={name} variant="default" size="xs" onClick={() => onCopy(at)}>
                Copy “{name}”
              </Button>
            ))}
          </div>
        )
      }
    >
      {mayCopy ? 'Copy a built-in one and change it, or write your own.' : 'What the clinic writes shows here.'}
    </EmptyState>
  );
}

type OfRow = { library: Library; row: { OwnerUserId: string | null }; onCopy: () => void };

/** Why a template cannot be changed by this person, and a copy that can. */
export function CopyPart({ library, row, onCopy }: OfRow) {
  return (
    <>
      {!library.mayChange(row) && <p className={classes.hint}>Only people who manage the library can change it.</p>}
      {library.mayChange(null) && library.isOnline && (
        <Button variant="default" size="xs" onClick={onCopy}>
          Make a copy
        </Button>
      )}
    </>
  );
}
