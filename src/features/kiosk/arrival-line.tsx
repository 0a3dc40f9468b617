import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { showTime } from '#contract/base/dates.ts';
import type { WaitingArrival } from '#contract/kiosk/arrival.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { useOnline } from '#shared/sync-state.ts';
import part from '#shared/ui/part/part.module.css';
import { ArrivalVisit } from './arrival-visit.tsx';
import { ArrivalWords, whoCame } from './arrival-words.tsx';
import classes from './kiosk.module.css';
import { MatchDialog } from './match-dialog.tsx';
import { useMatch, type OnMatch } from './use-match.ts';

type Props = {
  arrival: WaitingArrival;
  onMatch: OnMatch;
  /** `drop` is for a reason that was sent. */
  onDismiss(reason: string, drop: () => void): Promise<unknown>;
};

/** One arrival, with the visits there on its day, or on another that staff choose. */
export function ArrivalLine({ arrival, onMatch, onDismiss }: Props) {
  const isOnline = useOnline();
  const { DateOfBirth, hasForms } = arrival;
  const { at, visits, visit, dialog, isBusy, isTried, setTried, run, start } = useMatch(arrival, onMatch);
  const [reason, setReason] = useState<string | null>(null);
  const drop = useDraftAlone(unsavedKey.at('arrival', `/onDeck#${arrival.ArrivalId}`), {
    values: { reason: reason ?? '' },
    isDirty: (reason ?? '') !== '',
    fill: (left) => setReason(left.reason),
  });
  return (
    <li className={classes.arrival} aria-label={`Arrival at ${showTime(at)}, ${whoCame(arrival)}`}>
      <ArrivalWords arrival={arrival} at={at} forms={hasForms ? ' With forms, which go to the visit.' : ''} />
      {reason === null ? (
        <Group gap={8} align="end">
          <ArrivalVisit {...visit} />
          <Button disabled={!isOnline} loading={isBusy} onClick={start}>
            Check in
          </Button>
          <MatchDialog {...dialog} />
          <Button
            variant="default"
            disabled={!isOnline || isBusy}
            onClick={() => {
              setTried(false);
              setReason('');
            }}
          >
            Dismiss…
          </Button>
        </Group>
      ) : (
        <Dismissing
          {...{ reason, isOnline, isBusy }}
          isMissing={isTried && reason.trim() === ''}
          onReason={setReason}
          onDismiss={() => void run(() => onDismiss(reason, drop), reason.trim() !== '')}
          onKeep={() => {
            setTried(false);
            setReason(null);
          }}
        />
      )}
      <p className={part.help}>
        {reason === null
          ? visits.some(({ patient }) => patient?.DateOfBirth === DateOfBirth)
            ? 'Patients with this birth date come first.'
            : visit.isHere
              ? 'No visit of that day has this birth date. Choose the day of the visit.'
              : 'This device doesn’t have all visits of that day.'
          : hasForms
            ? 'The answers and signatures go to no chart. They stay among the dismissed arrivals until you add them to a visit or delete them.'
            : 'The birth date and phone digits of this arrival are removed.'}
      </p>
    </li>
  );
}

type DismissingProps = {
  reason: string;
  isMissing: boolean;
  isOnline: boolean;
  isBusy: boolean;
  onReason(reason: string): void;
  onDismiss(): void;
  onKeep(): void;
};

/** Why an arrival is of no use. */
function Dismissing({ reason, isMissing, isOnline, isBusy, onReason, onDismiss, onKeep }: DismissingProps) {
  return (
    <Group gap={8} align="end">
      <TextInput
        label="Reason"
        className={classes.visit}
        maxLength={200}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
        error={isMissing ? 'Enter a reason.' : null}
        data-autofocus
      />
      <Button color="red" disabled={!isOnline} loading={isBusy} onClick={onDismiss}>
        Dismiss
      </Button>
      <Button variant="default" onClick={onKeep}>
        Keep
      </Button>
    </Group>
  );
}
