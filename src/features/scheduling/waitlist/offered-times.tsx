import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import type { FillBatch, FillOffer } from '#contract/scheduling/fill-batch.ts';
import { showSpan } from '#contract/scheduling/wall-time.ts';
import { call } from '#shared/api.ts';
import { useWebsite } from '#shared/session.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import type { Waitlist } from './use-waitlist.ts';
import classes from './waitlist.module.css';

type Props = { list: Waitlist; providers: readonly Provider[]; mayStop: boolean };

const stateNames = { open: 'Offering', filled: 'Filled', ended: 'Ended', stopped: 'Stopped' } as const;
const answerNames = { accepted: 'Accepted', declined: 'Declined', late: 'Accepted too late' } as const;

/** Free times that were offered: to whom, when, and what they said. */
export function OfferedTimes({ list, providers, mayStop }: Props) {
  const { batches, error, online, load, names } = list;
  const asked = new Set(batches?.flatMap(({ offers }) => offers.map(({ PatientId }) => PatientId)));
  const apart = useToldApart([...asked].map((id) => names.get(id)));
  if (error !== null && online && !batches)
    return (
      <ErrorState title="The offers could not be loaded" onRetry={load}>
        {error} Nothing was changed.
      </ErrorState>
    );
  if (!batches) return online ? <LoadingSkeleton label="Loading the offers" rows={4} /> : null;
  if (batches.length === 0)
    return (
      <EmptyState title="No upcoming times offered" compact>
        Open a canceled visit or an open time in the calendar to offer it.
      </EmptyState>
    );
  // What is going on first.
  const order = [...batches].toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'));
  return (
    <ul className={classes.list} aria-label="Offered times">
      {order.map((batch) => (
        <Batch key={batch.FillBatchId} {...{ batch, list, providers, mayStop, apart }} />
      ))}
    </ul>
  );
}

type BatchProps = Props & { batch: FillBatch; apart: ReadonlyMap<string, string> };

function Batch({ batch, list, providers, mayStop, apart }: BatchProps) {
  const [isBusy, setBusy] = useState(false);
  const { TimeZone } = useWebsite();
  const provider = providers.find((one) => one.ProviderId === batch.ProviderId);
  const when = `${showDate(batch.Start.slice(0, 10))}, ${showSpan(batch)}`;

  async function stop(): Promise<void> {
    setBusy(true);
    try {
      await call('waitlist.stop', { id: batch.FillBatchId });
      toastDone('No more offers are sent.');
      list.load();
    } catch (error) {
      toastFailure(error, 'It could not be stopped.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className={classes.line}>
      <div className={classes.text}>
        <span className={classes.head}>
          <b>{when}</b>
          <Badge
            variant="light"
            tt="none"
            color={batch.state === 'filled' ? 'green' : batch.state === 'open' ? 'blue' : 'gray'}
          >
            {stateNames[batch.state]}
          </Badge>
        </span>
        <span className={classes.what}>
          {provider ? providerName(provider) : 'A former provider'}
          {batch.isAutomatic ? ' · offered automatically' : ''}
        </span>
        {batch.why && <span className={classes.what}>{batch.why}</span>}
        {batch.offers.length === 0 && batch.state === 'open' && (
          <span className={classes.what}>No offers sent yet.</span>
        )}
        <ul className={classes.asked}>
          {batch.offers.map((offer) => (
            <li key={offer.FillOfferId}>{offerWords(offer, whom(offer, list, apart), TimeZone)}</li>
          ))}
        </ul>
      </div>
      {batch.state === 'open' && mayStop && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          disabled={!list.online}
          aria-label={`Stop offering ${when}`}
          onClick={() => void stop()}
        >
          Stop
        </Button>
      )}
    </li>
  );
}

/** `Alvarez, Rosa: asked 11/22/2026 10:03 AM by e-mail. Declined 10:05 AM.` */
function offerWords(offer: FillOffer, name: string, zone: string): string {
  if (offer.reached.length === 0) return `${name}: can’t get offers, no consent or contact for messages.`;
  const at = (instant: string) => wallTimeIn(zone, new Date(instant));
  const asked = at(offer.askedAt);
  const ways = offer.reached.map((way) => (way === 'email' ? 'email' : 'text')).join(' and ');
  const said =
    offer.answer && offer.answeredAt
      ? `${answerNames[offer.answer]} ${showTime(at(offer.answeredAt))}.`
      : 'No answer yet.';
  return `${name}: offer sent ${showDate(asked.slice(0, 10))} ${showTime(asked)} by ${ways}. ${said}`;
}

function whom({ PatientId }: FillOffer, { names }: Waitlist, apart: BatchProps['apart']): string {
  const patient = names.get(PatientId);
  return [patient ? showName(patient) : 'A patient', apart.get(PatientId)].filter(Boolean).join(', ');
}
