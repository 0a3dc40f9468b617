import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from '#shared/routing/link.tsx';
import { showPhone } from '#contract/base/text.ts';
import type { LinkedVisit, LinkPage } from '#contract/messages/endpoints.ts';
import { whenWords } from '#contract/messages/words.ts';
import { call } from '#shared/api.ts';
import classes from './messages.module.css';

type Props = { page: LinkPage & { visit: LinkedVisit }; token: string; onPage: (page: LinkPage) => void };

/** A visit as its patient sees it through a link: what can be done about it, each with a press of its own. */
export function LinkedVisitPart({ page, token, onPage }: Props) {
  const { visit, phone } = page;
  const [asked, setAsked] = useState<'cancel' | 'time' | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOpen = visit.state === 'booked' || visit.state === 'confirmed';

  async function act(run: () => Promise<LinkPage>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      onPage(await run());
      setAsked(null);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'That did not work. Nothing was changed. Try again.');
      await showAsItIs();
    } finally {
      setBusy(false);
    }
  }
  /** What was refused may stand otherwise by now: moved, cancelled or begun. */
  async function showAsItIs(): Promise<void> {
    const fresh = await call('messages.readLink', { token }, alone).catch(() => null);
    if (fresh === null) return;
    onPage(fresh);
    setAsked(null);
  }
  const alone = { byCaller: true };
  const seen = { token, Start: visit.Start };

  return (
    <>
      <p className={classes.when}>{whenWords(visit.Start)}</p>
      <p className={classes.place}>{visit.place}</p>
      <Said visit={visit} phone={phone} />
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {isOpen && asked === null && (
        <div className={classes.actions}>
          {(visit.state === 'booked' || visit.asked !== null) && (
            <Button size="md" loading={isBusy} onClick={() => void act(() => call('messages.confirm', seen, alone))}>
              Confirm
            </Button>
          )}
          <Button size="md" variant="default" onClick={() => setAsked('cancel')}>
            I can’t come
          </Button>
          <Button size="md" variant="default" onClick={() => setAsked('time')}>
            Ask for another time
          </Button>
        </div>
      )}
      {isOpen && asked === 'cancel' && (
        <div className={classes.actions}>
          <p className={classes.place}>
            {visit.cancelsAtOnce
              ? 'We cancel the visit right away, and someone else may get the time.'
              : 'Your visit is soon, so the clinic will cancel it for you. They will let you know if a fee applies.'}
          </p>
          <Button
            size="md"
            color="red.7"
            loading={isBusy}
            onClick={() => void act(() => call('messages.cannotCome', seen, alone))}
          >
            {visit.cancelsAtOnce ? 'Cancel my visit' : 'Notify the clinic'}
          </Button>
          <Button size="md" variant="default" onClick={() => setAsked(null)}>
            Keep my visit
          </Button>
        </div>
      )}
      {isOpen && asked === 'time' && (
        <div className={classes.actions}>
          <Textarea
            label="When would suit you?"
            description="Your visit stays booked until the clinic finds another time. Don’t include health details."
            maxLength={200}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button
            size="md"
            loading={isBusy}
            onClick={() => void act(() => call('messages.anotherTime', { ...seen, note }, alone))}
          >
            Ask the clinic
          </Button>
          <Button size="md" variant="default" onClick={() => setAsked(null)}>
            Back
          </Button>
        </div>
      )}
      <p className={classes.foot}>
        <Link to={`/notificationSettings#${token}`}>Choose which messages you get</Link>
      </p>
    </>
  );
}

function Said({ visit, phone }: { visit: LinkedVisit; phone: string | null }) {
  const words = saidOf(visit, phone);
  if (words === null) return null;
  const isDone = visit.state === 'confirmed' && visit.asked === null;
  return (
    <p className={classes.said} data-meaning={isDone ? 'done' : undefined} role="status">
      {words}
    </p>
  );
}

function saidOf({ state, asked }: LinkedVisit, phone: string | null): string | null {
  const by = phone === null ? 'Call the clinic' : `Call ${showPhone(phone)}`;
  if (state === 'cancelled') return `This visit is canceled. ${by} for a new one.`;
  if (state === 'passed') return 'This visit has started or is over.';
  if (asked === 'anotherTime') return 'The clinic got your request for another time and will contact you.';
  if (asked === 'cannotCome') return 'The clinic knows that you can’t come and will contact you.';
  return state === 'confirmed' ? 'Thank you, your visit is confirmed.' : null;
}
