import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useOnline } from '#shared/sync-state.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';

type Props = {
  opened: boolean;
  title: ReactNode;
  /** The id of the form that Save sends; null where there is nothing to save. */
  form: string | null;
  onClose: () => void;
  children: (onDirty: (isDirty: boolean) => void) => ReactNode;
};

/** One entry beside the list; what was typed is not thrown away unasked. */
export function BookDrawer({ opened, title, form, onClose, children }: Props) {
  const [isDirty, setDirty] = useState(false);
  const isOnline = useOnline();
  const { leave, question } = useDiscard(isDirty, onClose);
  return (
    <>
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title={title}
        size={560}
        footer={
          <>
            <Button variant="default" onClick={leave}>
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
        {opened && children(setDirty)}
      </SideDrawer>
      {question}
    </>
  );
}
