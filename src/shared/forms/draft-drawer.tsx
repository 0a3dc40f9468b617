import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import type { DraftForm } from '../autosave/draft-form.ts';
import { useIsSubmitting, useDraftForm } from '../autosave/use-draft-form.ts';
import { sentAgainWords } from '../sent-words.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';

/** What a form is open for: the row as it was then, or null for a new one, and the id of what it belongs to. */
export type About<Row> = { of: Row | null; parent: string | null };
/** A half-filled form as it is kept on this device. */
export type Draft<Row> = About<Row> & { typed: object };

/** What a draft is about; one of an older app names the case it belongs to. */
export function aboutOf<Row>({ of, parent, ...older }: Draft<Row>): About<Row> {
  return { of, parent: parent ?? (older as { CaseId?: string }).CaseId ?? null };
}

/** One of an older app may hold nothing but what was typed. */
export function typedIn<Row>(left: Draft<Row>): object {
  if ('typed' in left) return left.typed;
  const { patient, insurance, ...typed } = left as Record<string, object>;
  return { ...typed, ...patient, ...insurance };
}

export type DraftFormProps<Row> = {
  about: About<Row>;
  kept: DraftForm<Draft<Row>>;
  onDirty: (isDirty: boolean) => void;
  /** A call that the server refused: it goes again as it is typed now, instead of one more being made. */
  refused?: ParkedCall;
  /** Saved, or removed: no draft is kept any more. */
  onDone: () => void;
};

type Props<Row> = {
  draftKey: string;
  formId: string;
  title: string;
  saveLabel: string;
  about: About<Row> | null;
  /** A half-filled form was found: the screen was locked or reloaded over it. */
  onReopen: (left: Draft<Row>) => void;
  onClose: () => void;
  /** Takes away what the form is about; false where that could not be saved. */
  onRemove?: (draft: Settles | undefined) => Promise<boolean>;
  /** False for who may look only. */
  mayChange?: boolean;
  children: (form: DraftFormProps<Row> & Leaving) => ReactNode;
};

type Leaving = {
  isDirty: boolean;
  /** Gives the form up for something else, asked first where something typed would be lost. */
  leaveFor: (go: () => void) => void;
};

/** A drawer with one form that is saved by its button and kept until then. */
export function DraftDrawer<Row>(props: Props<Row>) {
  const { draftKey, formId, title, saveLabel, about, onReopen, onClose, onRemove, mayChange = true, children } = props;
  const kept = useDraftForm<Draft<Row>>(draftKey, onReopen);
  const isSubmitting = useIsSubmitting(kept);
  const [isDirty, setDirty] = useState(false);
  function close(): void {
    kept.drop();
    onClose();
  }
  const { leave, leaveFor, question } = useDiscard(isDirty, close);
  function elsewhere(go: () => void): void {
    leaveFor(() => {
      kept.drop();
      go();
    });
  }
  async function remove(): Promise<void> {
    let isGone = false;
    await kept.submit(async (draft) => (isGone = (await onRemove?.(draft)) ?? false));
    if (isGone) close();
  }
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
            {onRemove && mayChange && (
              <Button
                variant="subtle"
                color="red"
                mr="auto"
                disabled={isSubmitting}
                onClick={() => leaveFor(() => void remove())}
              >
                Remove
              </Button>
            )}
            <Button variant="default" onClick={leave}>
              {mayChange ? 'Cancel' : 'Close'}
            </Button>
            {mayChange && (
              <Button type="submit" form={formId} loading={isSubmitting}>
                {saveLabel}
              </Button>
            )}
          </>
        }
      >
        {about && children({ about, kept, onDirty: setDirty, onDone: close, isDirty, leaveFor: elsewhere })}
      </SideDrawer>
      {question}
    </>
  );
}

/** What is told once a form is saved; `made` of a new one. */
export function doneWords<Row>({ about, refused }: DraftFormProps<Row>, made: string): string {
  if (refused) return sentAgainWords(1);
  return about.of ? 'Saved.' : made;
}
