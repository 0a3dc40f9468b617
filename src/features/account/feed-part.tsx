import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FeedState } from '#contract/feeds/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';

/** Own visits in the calendar of a phone: a secret address, shown once, that can be renewed and ended. */
export function FeedPart({ isOnline }: { isOnline: boolean }) {
  const [state, setState] = useState<FeedState | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [asks, setAsks] = useState<'renew' | 'end' | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // Without an answer the part is left out; the rest of the account says that the server is away.
    if (isOnline) call('feeds.get', {}).then(setState, () => setState(null));
  }, [isOnline]);

  async function run(work: () => Promise<void>, failed: string): Promise<void> {
    setAsks(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(error, failed);
    } finally {
      setBusy(false);
    }
  }
  const make = () =>
    run(async () => {
      const made = await call('feeds.make', {});
      setUrl(made.url);
      setState({ feed: made.feed, isProvider: true });
    }, 'The address was not made. Try again.');
  const end = () =>
    run(async () => {
      await call('feeds.end', {});
      setUrl(null);
      setState({ feed: null, isProvider: true });
      toastDone('The address has ended.');
    }, 'The address has not ended. Try again.');

  if (!state?.isProvider) return null;
  const { feed } = state;
  return (
    <section className={classes.part} aria-labelledby="account-feed">
      <h2 className={classes.heading} id="account-feed">
        Your visits in another calendar
      </h2>
      <p className={classes.text}>
        A calendar program can read your visits at a secret address: their times, types and where they are. Whoever has
        the address can read them, so keep it to yourself.
      </p>
      {feed && (
        <p className={classes.text}>
          Made {showMoment(new Date(feed.createdAt))},{' '}
          {feed.usedAt === null ? 'not read yet.' : `last read ${showMoment(new Date(feed.usedAt))}.`}
        </p>
      )}
      {url !== null && <NewAddress url={url} />}
      <div className={classes.line}>
        {feed ? (
          <>
            <Button variant="default" disabled={!isOnline || isBusy} onClick={() => setAsks('renew')}>
              Make a new address
            </Button>
            <Button variant="default" disabled={!isOnline || isBusy} onClick={() => setAsks('end')}>
              End it
            </Button>
          </>
        ) : (
          <Button variant="default" disabled={!isOnline} loading={isBusy} onClick={() => void make()}>
            Make an address
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asks === 'renew'}
        title="Make a new address?"
        confirmLabel="Make a new address"
        onConfirm={() => void make()}
        onCancel={() => setAsks(null)}
      >
        Calendars that use the address from before no longer get your visits until you give them the new one.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'end'}
        title="End the address?"
        confirmLabel="End it"
        onConfirm={() => void end()}
        onCancel={() => setAsks(null)}
      >
        Calendars that use it no longer get your visits.
      </ConfirmDialog>
    </section>
  );
}

function NewAddress({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toastDone('Copied.'),
      (error: unknown) => toastFailure(error, 'It could not be copied. Mark it and copy it by hand.'),
    );
  return (
    <>
      <p className={classes.text} role="status">
        This is the address. It is shown this once: give it to your calendar now (“Subscribe” or “Add by URL”).
      </p>
      <p className={classes.code} data-feed-url>
        {url}
      </p>
      <div>
        <Button mb={12} onClick={() => void copy()}>
          Copy the address
        </Button>
      </div>
    </>
  );
}
