import { Button } from '@mantine/core';
import { useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { FacilityId, FillBatchId, ProviderId } from '#contract/base/ids.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { showSpan } from '#contract/scheduling/wall-time.ts';
import { newId } from '#local/store/new-id.ts';
import { call } from '#shared/api.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './waitlist.module.css';

export type FillSlot = { FacilityId: string; ProviderId: string; Start: string; End: string };

type Props = { slot: FillSlot; providers: readonly Provider[]; online: boolean; onDone: () => void };

/** Asks before a free time is offered: patients are written to. */
export function FillTime({ slot, providers, online, onDone }: Props) {
  const [isBusy, setBusy] = useState(false);
  const provider = providers.find((one) => one.ProviderId === slot.ProviderId);

  async function fill(): Promise<void> {
    setBusy(true);
    try {
      await call('waitlist.fill', {
        FillBatchId: FillBatchId.parse(newId()),
        FacilityId: FacilityId.parse(slot.FacilityId),
        ProviderId: ProviderId.parse(slot.ProviderId),
        Start: slot.Start,
        End: slot.End,
      });
      toastDone('We’re offering the time to the waitlist.');
      onDone();
    } catch (error) {
      toastFailure(error, 'The time could not be offered.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className={classes.fill} aria-label="Offer this time">
      <div className={classes.text}>
        <b>
          {showDate(slot.Start.slice(0, 10))}, {showSpan(slot)}
        </b>
        <span className={classes.what}>{provider ? providerName(provider) : 'A provider'}</span>
        <span className={classes.what}>
          Offer this time to matching waitlist patients. The first to accept gets it.
        </span>
      </div>
      <Button loading={isBusy} disabled={!online} onClick={() => void fill()}>
        Offer to waitlist
      </Button>
    </section>
  );
}
