import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { showMoney, type Cents } from '#contract/base/money.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';

type Props = { name: string; fee: Cents; onCancel: () => void; onConfirm: (LateFee: Cents | null) => void };

/** Whether the patient owes the clinic's fee for a late cancellation. */
export function LateFeeQuestion({ name, fee, onCancel, onConfirm }: Props) {
  const [isCharged, setCharged] = useState(true);
  return (
    <ConfirmDialog
      opened
      title="Cancel this visit late?"
      confirmLabel="Cancel visit"
      cancelLabel="Keep visit"
      onCancel={onCancel}
      onConfirm={() => onConfirm(isCharged ? fee : null)}
    >
      {name}
      <Checkbox
        mt="sm"
        label={`Charge the late fee of ${showMoney(fee)} to the patient`}
        checked={isCharged}
        onChange={(event) => setCharged(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
