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
    }, 'The calendar link was not created. Try again.');
  const end = () =>
    run(async () => {
      await call('feeds.end', {});
      setUrl(null);
      setState({ feed: null, isProvider: true });
      toastDone('The calendar link was turned off.');
    }, 'The calendar link was not turned off. Try again.');

  if (!state?.isProvider) return null;
  const { feed } = state;
  return (
    <section className={classes.part} aria-labelledby="account-feed">
      <h2 className={classes.heading} id="account-feed">
        Your visits in another calendar
      </h2>
      <p className={classes.text}>
        Your calendar app can show your visits through a secret link: their times, types and places. Anyone with the
        link can see them, so keep it private.
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
              Create a new link
            </Button>
            <Button variant="default" disabled={!isOnline || isBusy} onClick={() => setAsks('end')}>
              Turn off link
            </Button>
          </>
        ) : (
          <Button variant="default" disabled={!isOnline} loading={isBusy} onClick={() => void make()}>
            Create a link
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asks === 'renew'}
        title="Create a new link?"
        confirmLabel="Create a new link"
        onConfirm={() => void make()}
        onCancel={() => setAsks(null)}
      >
        Calendars with the old link stop getting your visits until you give them the new link.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'end'}
        title="Turn off link?"
        confirmLabel="Turn off link"
        onConfirm={() => void end()}
        onCancel={() => setAsks(null)}
      >
        Calendars that use the link stop getting your visits.
      </ConfirmDialog>
    </section>
  );
}

function NewAddress({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toastDone('Copied.'),
      (error: unknown) => toastFailure(error, 'The link could not be copied. Select it and copy it yourself.'),
    );
  return (
    <>
      <p className={classes.text} role="status">
        This is your link. It is shown only once. Add it to your calendar now (“Subscribe” or “Add by URL”).
      </p>
      <p className={classes.code} data-feed-url>
        {url}
      </p>
      <div>
        <Button mb={12} onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
    </>
  );
}
