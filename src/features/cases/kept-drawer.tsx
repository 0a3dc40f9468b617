import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CaseId } from '#contract/base/ids.ts';
import type { KeptForm } from '#shared/autosave/kept-form.ts';
import { useIsSubmitting, useKeptForm } from '#shared/autosave/use-kept-form.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';

/** What a form is about: the row as it was when the form was opened, or null for a new one, and its case. */
export type About<Row> = { of: Row | null; CaseId: CaseId | null };
/** A half-filled form as it is kept on this device. */
export type Draft<Row> = About<Row> & { typed: object };

export type FormProps<Row> = {
  about: About<Row>;
  kept: KeptForm<Draft<Row>>;
  onDirty: (isDirty: boolean) => void;
  /** A new one that the server refused, as it was typed: it goes again, instead of one more being made. */
  refused?: { mid: number; typed: Row };
  /** Saved, or removed: nothing is kept any more. */
  onDone: () => void;
};

type Props<Row> = {
  draftKey: string;
  formId: string;
  title: string;
  saveLabel: string;
  about: About<Row> | null;
  /** A half-filled form was found: the screen was locked or reloaded over it. */
  onReopen: (about: About<Row>) => void;
  onClose: () => void;
  /** Beside Cancel and Save. */
  action?: (onDone: () => void) => ReactNode;
  children: (form: FormProps<Row>) => ReactNode;
};

/** A drawer with one form that is saved by its button and kept until then. */
export function KeptDrawer<Row>(props: Props<Row>) {
  const { draftKey, formId, title, saveLabel, about, onReopen, onClose, action, children } = props;
  const kept = useKeptForm<Draft<Row>>(draftKey, ({ of, CaseId }) => onReopen({ of, CaseId }));
  const isSubmitting = useIsSubmitting(kept);
  const [isDirty, setDirty] = useState(false);
  function close(): void {
    kept.drop();
    onClose();
  }
  const { leave, question } = useDiscard(isDirty, close);
  return (
    <>
      <SideDrawer
        opened={about !== null}
        onClose={leave}
        isDirty={isDirty}
        title={title}
        size={560}
        footer={
          <>
            {action?.(close)}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={formId} loading={isSubmitting}>
              {saveLabel}
            </Button>
          </>
        }
      >
        {about && children({ about, kept, onDirty: setDirty, onDone: close })}
      </SideDrawer>
      {question}
    </>
  );
}

/** What is told once a form is saved; `made` of a new one. */
export function doneWords<Row>({ about, refused }: FormProps<Row>, made: string): string {
  if (about.of) return 'Saved.';
  return refused ? 'Sent again.' : made;
}
