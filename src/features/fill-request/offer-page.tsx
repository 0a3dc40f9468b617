import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfferShown } from '#contract/waitlist/endpoints.ts';
import { call } from '#shared/api.ts';
import classes from './offer-page.module.css';

type Props = { token: string; offer: OfferShown; onAnswer: (offer: OfferShown) => void };

/** A time that is offered to a patient, with the two answers; only pressing one of them changes anything. */
export function OfferPage({ token, offer, onAnswer }: Props) {
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { state, day, time, clinic, insteadOf } = offer;
  const isOpen = state === 'open' || state === 'declined';

  async function answer(given: 'accept' | 'decline'): Promise<void> {
    setBusy(given);
    setError(null);
    try {
      onAnswer(await call('waitlist.answerOffer', { token, answer: given }, { byCaller: true }));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'Your answer could not be sent.');
    } finally {
      setBusy(null);
    }
  }
  return (
    <>
      <p className={classes.when}>
        <b>{day}</b>
        <br />
        {time}
        <br />
        {clinic}
      </p>
      {isOpen && insteadOf !== null && (
        <p className={classes.text}>It replaces {insteadOf}, which stays booked until you accept.</p>
      )}
      {error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {isOpen && (
        <div className={classes.answers}>
          <Button
            size="md"
            fullWidth
            loading={busy === 'accept'}
            disabled={busy !== null}
            onClick={() => void answer('accept')}
          >
            {state === 'open' ? 'Accept this time' : 'Accept this time'}
          </Button>
          {state === 'open' && (
            <Button
              size="md"
              fullWidth
              variant="default"
              loading={busy === 'decline'}
              disabled={busy !== null}
              onClick={() => void answer('decline')}
            >
              Decline
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** The heading and the sentence of each state. */
export function offerWords({ state, FirstName, isOnList }: OfferShown): { title: string; lead: string } {
  const list = isOnList ? ' You stay on the waitlist.' : '';
  switch (state) {
    case 'open':
      return { title: 'A time is open', lead: `Hello ${FirstName}, the first to accept gets it.` };
    case 'done':
      return { title: 'Your visit is booked', lead: `Thank you, ${FirstName}. This visit is booked.` };
    case 'declined':
      return { title: 'You declined', lead: `Thank you for letting us know.${list}` };
    case 'taken':
      return { title: 'This time is taken', lead: `Someone else accepted first.${list}` };
    case 'ended':
      return { title: 'This offer has ended', lead: `This time is no longer on offer.${list}` };
  }
}
