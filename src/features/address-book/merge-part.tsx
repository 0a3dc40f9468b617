import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useOnline } from '#shared/sync-state.ts';
import { MergeDialog, type MergeChoice } from './merge-dialog.tsx';
import type { Entry } from '#shared/record-book/record-book.tsx';
import classes from './address-book.module.css';

type Props<Row> = {
  /** What names the entry. */
  uses: string;
  /** False where this user may not merge: what names the entry is told, the way to merge is not there. */
  mayMerge?: boolean;
  entry: Entry<Row>;
  choiceOf: (row: Row) => MergeChoice;
  onMerge: (into: string) => Promise<void>;
  children: ReactNode;
};

/** What names an entry, whether it may be there twice, and the way to make one of two. */
export function MergePart<Row>({ uses, mayMerge = true, entry, choiceOf, onMerge, children }: Props<Row>) {
  const { isDirty } = entry;
  const [others, likely] = [entry.others.map(choiceOf), entry.likely.map(choiceOf)];
  const [isAsking, setAsking] = useState(false);
  const isOnline = useOnline();
  return (
    <section className={classes.part} aria-label="Duplicate?">
      <p className={classes.hint}>
        {uses} {likely.length > 0 && `This may be a duplicate of ${likely.map(({ name }) => name).join('; ')}.`}
      </p>
      {mayMerge && (
        <Button
          variant="default"
          size="xs"
          disabled={!isOnline || isDirty || others.length === 0}
          onClick={() => setAsking(true)}
        >
          Merge a duplicate…
        </Button>
      )}
      {mayMerge && isDirty && <p className={classes.hint}>Save or discard your changes before you merge.</p>}
      <MergeDialog
        gone={isAsking ? choiceOf(entry.row) : null}
        others={others}
        likely={likely[0] ?? null}
        onMerge={async (into) => {
          await onMerge(into);
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      >
        {children}
      </MergeDialog>
    </section>
  );
}
