import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import type { VisitId } from '#contract/base/ids.ts';
import type { WaitingArrival } from '#contract/kiosk/arrival.ts';
import type { ClockFault } from '#contract/kiosk/tablet-clock.ts';
import { zonesOfFacilities } from '#local/reads/arrivals.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import part from '#shared/ui/part/part.module.css';
import { ArrivalVisit } from './arrival-visit.tsx';
import classes from './kiosk.module.css';
import { isDoubtful, MatchDialog } from './match-dialog.tsx';
import { useArrivalVisits } from './use-arrival-visits.ts';

type Props = {
  arrival: WaitingArrival;
  /**
   * `confirmed`: it is their visit, though what they told differs from the chart. Tells what the server, which may know
   * the chart better, asks to have confirmed first.
   */
  onMatch(VisitId: VisitId, confirmed: boolean): Promise<string | null>;
  /** `drop` is for a reason that was sent. */
  onDismiss(reason: string, drop: () => void): Promise<unknown>;
};

const clockWords: Record<ClockFault, string> = {
  corrected: 'The clock of the tablet was wrong. The time is corrected.',
  receipt:
    'The clock of the tablet was wrong. This is when it was received; the patient came earlier, maybe on another day.',
};

/** One arrival, with the visits there on its day, or on another that staff choose. */
export function ArrivalLine({ arrival, onMatch, onDismiss }: Props) {
  const { TimeZone } = useWebsite();
  const isOnline = useOnline();
  const { DateOfBirth, lastFour, kiosk, hasForms, clockFault, signedAs } = arrival;
  const zones = useLiveValue(zonesOfFacilities, []);
  const at = wallTimeIn(zones?.get(arrival.FacilityId) ?? TimeZone, new Date(arrival.at));
  const [picked, setPicked] = useState<string>();
  const day = picked ?? at.slice(0, 10);
  const visits = useArrivalVisits(arrival, day);
  const [chosen, setChosen] = useState('');
  const [reason, setReason] = useState<string | null>(null);
  const drop = useDraftAlone(unsavedKey.at('arrival', `/onDeck#${arrival.ArrivalId}`), {
    values: { reason: reason ?? '' },
    isDirty: (reason ?? '') !== '',
    fill: (left) => setReason(left.reason),
  });
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const patient = visits.find(({ visit }) => visit.VisitId === chosen)?.patient;
  const who = `born ${showDate(DateOfBirth)}, phone ending in ${lastFour}`;

  async function match(confirmed: boolean): Promise<void> {
    const asks = await onMatch(chosen as VisitId, confirmed);
    setTold(asks);
    setAsked(asks !== null);
  }
  async function run(work: () => Promise<unknown>, isReady: boolean): Promise<void> {
    setTried(true);
    if (!isReady || isBusy) return;
    setBusy(true);
    await work();
    setBusy(false);
  }
  return (
    <li className={classes.arrival} aria-label={`Arrival at ${showTime(at)}, ${who}`}>
      <span className={classes.words}>
        <b>
          {showDate(at)} {showTime(at)}
        </b>
        , {who}
        <span className={classes.facts}>
          {kiosk}.{signedAs !== null && ` Signed by ${signedAs}.`}
          {hasForms ? ' With forms, which go to the visit.' : ''}
          {clockFault !== null && ` ${clockWords[clockFault]}`}
        </span>
      </span>
      {reason === null ? (
        <Group gap={8} align="end">
          <ArrivalVisit
            {...{ day, visits, chosen }}
            onDay={(next) => {
              setPicked(next);
              setChosen('');
              setTold(null);
            }}
            onChoose={(next) => {
              setChosen(next);
              setTold(null);
            }}
            error={isTried && chosen === '' ? 'Choose a visit.' : null}
          />
          <Button
            disabled={!isOnline}
            loading={isBusy}
            onClick={() => {
              if (chosen !== '' && isDoubtful(arrival, patient)) setAsked(true);
              else void run(() => match(false), chosen !== '');
            }}
          >
            Check in
          </Button>
          <MatchDialog
            opened={isAsked}
            {...{ arrival, patient, told }}
            busy={isBusy}
            onConfirm={() => {
              setAsked(false);
              void run(() => match(true), true);
            }}
            onCancel={() => setAsked(false)}
          />
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
            : 'No visit of that day has this birth date. Choose the day of the visit.'
          : hasForms
            ? 'The answers and signatures go to no chart, and the patient has to fill the forms in again. They are kept with the dismissed arrival.'
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
