import { Button } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useState } from 'react';
import type { Case } from '#contract/cases/case.ts';
import { shownOnCase, whyCaseStays } from '#local/reads/cases.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { DischargeDialog, sendDischarge, takenBack } from './discharge-dialog.tsx';
import classes from './cases.module.css';

type Asking = 'discharge' | 'delete' | null;

type Props = {
  of: Case;
  onEdit: (of: Case) => void;
  /** Left out where nothing may be booked. */ onSeries?: (of: Case) => void;
};

/** What can be done with a case from the chart. */
export function CaseActions({ of, onEdit, onSeries }: Props) {
  const [asking, setAsking] = useState<Asking>(null);
  const series: MenuEntry[] =
    onSeries && of.DischargedAt === null
      ? [{ kind: 'item', key: 'series', label: 'Book a series…', onChoose: () => onSeries(of) }]
      : [];
  const discharge: MenuEntry = of.DischargedAt
    ? { kind: 'item', key: 'reopen', label: 'Undo discharge', onChoose: () => void takeBack(of) }
    : { kind: 'item', key: 'discharge', label: 'Discharge…', onChoose: () => setAsking('discharge') };
  return (
    <span className={classes.caseActions}>
      <Button variant="default" size="xs" aria-label={`Edit ${of.Title}`} onClick={() => onEdit(of)}>
        Edit
      </Button>
      <ActionMenu
        label={`More for ${of.Title}`}
        className={classes.more}
        entries={[
          ...series,
          discharge,
          { kind: 'item', key: 'delete', label: 'Delete…', onChoose: () => void askToDelete(of, setAsking) },
        ]}
      >
        <IconDots size={16} stroke={1.5} aria-hidden />
      </ActionMenu>
      <DischargeDialog of={of} opened={asking === 'discharge'} onClose={() => setAsking(null)} />
      <ConfirmDialog
        opened={asking === 'delete'}
        title={`Delete ${of.Title}?`}
        confirmLabel="Delete"
        danger
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void remove(of);
        }}
      >
        This case has no visits or notes. Its scripts, authorizations, goals and plans of care are deleted too. You
        can’t undo this.
      </ConfirmDialog>
    </span>
  );
}

async function takeBack(of: Case): Promise<void> {
  if (await sendDischarge(of, takenBack)) toastDone('The case is open again.');
}

/** What is known here says at once that a case cannot go; the server decides on the rest. */
async function askToDelete(of: Case, ask: (what: Asking) => void): Promise<void> {
  const reason = await whyCaseStays(of.CaseId);
  if (reason === null) ask('delete');
  else toastNegative(reason);
}

async function remove({ CaseId: id }: Case): Promise<void> {
  try {
    await queueWrite('cases.remove', { id }, await shownOnCase(id));
    toastDone('Case deleted.');
  } catch (error) {
    toastFailure(error, 'The case could not be deleted on this device.');
  }
}
