import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { showTime } from '#contract/base/dates.ts';
import type { DismissedArrival } from '#contract/kiosk/arrival.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { ArrivalVisit } from './arrival-visit.tsx';
import { ArrivalWords, whoCame } from './arrival-words.tsx';
import classes from './kiosk.module.css';
import { MatchDialog } from './match-dialog.tsx';
import { useMatch, type OnMatch } from './use-match.ts';

type Props = { arrival: DismissedArrival; onMatch: OnMatch; onDelete(): Promise<unknown> };

const sentence = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** An arrival that was dismissed and has forms: they go to a visit after all, or are deleted. */
export function DismissedLine({ arrival, onMatch, onDelete }: Props) {
  const isOnline = useOnline();
  const { at, visit, dialog, isBusy, run, start } = useMatch(arrival, onMatch);
  const [isAsked, setAsked] = useState(false);
  return (
    <li className={classes.arrival} aria-label={`Dismissed arrival at ${showTime(at)}, ${whoCame(arrival)}`}>
      <ArrivalWords arrival={arrival} at={at} forms={` Dismissed: ${sentence(arrival.reason)}`} />
      <Group gap={8} align="end">
        <ArrivalVisit {...visit} />
        <Button variant="default" disabled={!isOnline} loading={isBusy} onClick={start}>
          Add forms to visit
        </Button>
        <MatchDialog {...dialog} />
        <Button variant="subtle" color="red" disabled={!isOnline || isBusy} onClick={() => setAsked(true)}>
          Delete forms…
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsked}
        title="Delete these forms?"
        confirmLabel="Delete forms"
        cancelLabel="Keep forms"
        danger
        busy={isBusy}
        onConfirm={() => {
          setAsked(false);
          void run(onDelete, true);
        }}
        onCancel={() => setAsked(false)}
      >
        The answers and signatures are in no chart. Deleted, they can’t be restored, and the patient has to fill in the
        forms again.
      </ConfirmDialog>
    </li>
  );
}
