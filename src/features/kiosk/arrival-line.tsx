import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import type { VisitId } from '#contract/base/ids.ts';
import { showName } from '#contract/base/text.ts';
import { arrivedAtAll } from '#contract/kiosk/arrivals.ts';
import type { WaitingArrival } from '#contract/kiosk/arrival.ts';
import type { ClockFault } from '#contract/kiosk/tablet-clock.ts';
import { zonesOfFacilities } from '#local/reads/arrivals.ts';
import { visitsOfDay, type VisitLine } from '#local/reads/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import part from '#shared/ui/part/part.module.css';
import classes from './kiosk.module.css';
import { isDoubtful, MatchDialog } from './match-dialog.tsx';

type Props = {
  arrival: WaitingArrival;
  /** `confirmed`: it is their visit, though what they told differs from the chart. */
  onMatch(VisitId: VisitId, confirmed: boolean): Promise<void>;
  onDismiss(reason: string): Promise<void>;
};

const clockWords: Record<ClockFault, string> = {
  corrected: 'The clock of the tablet was wrong. The time is corrected.',
  receipt: 'The clock of the tablet was wrong. This is when it was received; the patient came earlier.',
};

/** One arrival, with the visits there on its day; those of people who were born that day come first. */
export function ArrivalLine({ arrival, onMatch, onDismiss }: Props) {
  const { TimeZone } = useWebsite();
  const isOnline = useOnline();
  const { FacilityId, DateOfBirth, lastFour, kiosk, hasForms, clockFault, signedAs } = arrival;
  const zones = useLiveValue(zonesOfFacilities, []);
  const at = wallTimeIn(zones?.get(FacilityId) ?? TimeZone, new Date(arrival.at));
  const day = at.slice(0, 10);
  const lines = useLiveValue(() => visitsOfDay(day, { FacilityId, ProviderIds: [] }), [day, FacilityId]) ?? [];
  const fits = ({ patient }: VisitLine) => Number(patient?.DateOfBirth === DateOfBirth);
  const visits = lines
    .filter(({ visit }) => arrivedAtAll.includes(visit.stage))
    .toSorted((one, other) => fits(other) - fits(one));
  const apart = useToldApart(visits.map(({ patient }) => patient));
  const [chosen, setChosen] = useState('');
  const [reason, setReason] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const patient = visits.find(({ visit }) => visit.VisitId === chosen)?.patient;
  const who = `born ${showDate(DateOfBirth)}, phone ending in ${lastFour}`;

  async function run(work: () => Promise<void>, isReady: boolean): Promise<void> {
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
          <NativeSelect
            label="Visit"
            className={classes.visit}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            error={isTried && chosen === '' ? 'Choose a visit.' : null}
            data={[
              { value: '', label: visits.length === 0 ? 'No visits on that day' : 'Choose a visit' },
              ...visits.map(({ visit, patient }) => ({
                value: visit.VisitId,
                label: [
                  `${showTime(visit.Start)} ${patient ? showName(patient) : 'Name not on this device yet'}`,
                  apart.get(visit.PatientId),
                ]
                  .filter(Boolean)
                  .join(', '),
              })),
            ]}
          />
          <Button
            disabled={!isOnline}
            loading={isBusy}
            onClick={() => {
              if (chosen !== '' && isDoubtful(arrival, patient)) setAsked(true);
              else void run(() => onMatch(chosen as VisitId, false), chosen !== '');
            }}
          >
            Check in
          </Button>
          <MatchDialog
            opened={isAsked}
            {...{ arrival, patient }}
            busy={isBusy}
            onConfirm={() => {
              setAsked(false);
              void run(() => onMatch(chosen as VisitId, true), true);
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
          onDismiss={() => void run(() => onDismiss(reason), reason.trim() !== '')}
          onKeep={() => {
            setTried(false);
            setReason(null);
          }}
        />
      )}
      <p className={part.help}>
        {reason === null
          ? visits.some((line) => fits(line) === 1)
            ? 'Patients with this birth date come first.'
            : 'No visit of that day has this birth date.'
          : 'The birth date, phone digits and forms of this arrival are removed.'}
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
