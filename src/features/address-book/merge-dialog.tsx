import { Select, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';

export type MergeChoice = { id: string; name: string };

type Props = {
  /** Who is merged away; null while closed. */
  gone: MergeChoice | null;
  /** Whom it may be merged into, the likely ones first. */
  others: readonly MergeChoice[];
  likely: MergeChoice | null;
  /** What becomes of what named the one that goes. */
  children: ReactNode;
  /** Throws when it was refused. */
  onMerge: (into: string) => Promise<void>;
  onCancel: () => void;
};

/** One entry goes, another stays: which, and what that means. It reaches far, so it is asked. */
export function MergeDialog(props: Props) {
  const { gone } = props;
  // The content of a closed dialog is kept until the next one, so that it does not jump while it fades.
  return <Dialog key={gone?.id ?? 'none'} {...props} />;
}

function Dialog({ gone, others, likely, children, onMerge, onCancel }: Props) {
  const [into, setInto] = useState<string | null>(likely?.id ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function merge(): Promise<void> {
    if (into === null) return setProblem('Choose the entry to keep.');
    setBusy(true);
    try {
      await onMerge(into);
    } catch (error) {
      setProblem(
        error instanceof Error ? error.message : 'The entries could not be merged. Nothing was changed. Try again.',
      );
    } finally {
      setBusy(false);
    }
    return undefined;
  }

  return (
    <ConfirmDialog
      opened={gone !== null}
      title={`Merge ${gone?.name ?? 'this entry'} into another entry?`}
      confirmLabel="Merge"
      danger
      busy={isBusy}
      onConfirm={() => void merge()}
      onCancel={onCancel}
    >
      <Stack gap="sm">
        <Select
          label="Entry to keep"
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={into}
          onChange={(next) => {
            setInto(next);
            setProblem(null);
          }}
          searchable
          limit={200}
          nothingFoundMessage="No one with this name"
          allowDeselect={false}
          error={problem}
        />
        <Text size="sm">{children}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
