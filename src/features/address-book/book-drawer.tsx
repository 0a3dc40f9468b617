import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DraftScope, useGiveUpTyped } from '#shared/autosave/draft-scope.tsx';
import { useOnline } from '#shared/sync-state.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';

type Props = {
  /** The entry that is open, `new` for one more, null while none is. */
  open: string | null;
  /** Under which what is typed is kept until it is saved. */
  draftKey: string;
  title: ReactNode;
  /** The id of the form that Save sends; null where there is nothing to save. */
  form: string | null;
  onClose: () => void;
  /** `leaveFor` goes elsewhere once nothing typed is lost by it. */
  children: (onDirty: (isDirty: boolean) => void, leaveFor: (go: () => void) => void) => ReactNode;
};

/** One entry beside the list; what was typed is not thrown away unasked. */
export function BookDrawer({ draftKey, ...entry }: Props) {
  return (
    <DraftScope draftKey={draftKey} about={entry.open}>
      <Entry {...entry} />
    </DraftScope>
  );
}

function Entry({ open, title, form, onClose, children }: Omit<Props, 'draftKey'>) {
  const opened = open !== null;
  const [isDirty, setDirty] = useState(false);
  const isOnline = useOnline();
  const giveUpTyped = useGiveUpTyped();
  const [elsewhere, setElsewhere] = useState<{ go: () => void } | null>(null);
  const { leave, question } = useDiscard(isDirty, elsewhere?.go ?? onClose);
  function leaveFor(go: () => void): void {
    if (!isDirty) return go();
    const goOnce = () => {
      setElsewhere(null);
      giveUpTyped();
      go();
    };
    setElsewhere({ go: goOnce });
    return leave();
  }
  function close(): void {
    if (!isDirty) return onClose();
    setElsewhere(null);
    return leave();
  }
  return (
    <>
      <SideDrawer
        opened={opened}
        onClose={close}
        isDirty={isDirty}
        title={title}
        size={560}
        footer={
          <>
            <Button variant="default" onClick={close}>
              {form === null ? 'Close' : 'Cancel'}
            </Button>
            {form !== null && (
              <Button type="submit" form={form} disabled={!isOnline}>
                Save
              </Button>
            )}
          </>
        }
      >
        {opened && children(setDirty, leaveFor)}
      </SideDrawer>
      {question}
    </>
  );
}
