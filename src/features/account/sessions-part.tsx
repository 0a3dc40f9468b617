import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OwnSession } from '#contract/account/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';

/** Where this person is signed in; each sign-in can be ended. What a device keeps stays sealed there. */
export function SessionsPart({ isOnline }: { isOnline: boolean }) {
  const { value, error, load } = useFetched(() => call('account.sessions', {}));
  const sessions = value?.sessions ?? null;
  const [busy, setBusy] = useState<string | null>(null);

  async function end(which: string, run: () => Promise<unknown>, said: string): Promise<void> {
    setBusy(which);
    try {
      await run();
      toastDone(said);
    } catch (error) {
      toastFailure(error, 'That did not work. Nothing was changed.');
    } finally {
      setBusy(null);
      load();
    }
  }

  const hasSites = new Set(sessions?.map(({ siteName }) => siteName)).size > 1;
  return (
    <section className={classes.part} aria-labelledby="account-sessions">
      <h2 className={classes.heading} id="account-sessions">
        Where you are signed in
      </h2>
      {error !== null && (
        <p className={classes.alert} role="alert">
          {error}
        </p>
      )}
      {sessions === null && error === null && <LoadingSkeleton label="Loading your sessions" rows={2} />}
      {sessions !== null && (
        <ul className={classes.list} aria-label="Sessions">
          {sessions.map((one) => (
            <li key={one.SessionId} className={classes.line}>
              <SessionWords session={one} hasSites={hasSites} />
              {!one.isHere && (
                <Button
                  variant="default"
                  size="xs"
                  disabled={!isOnline}
                  loading={busy === one.SessionId}
                  aria-label={`Sign out ${one.name}, ${factsOf(one, hasSites)}`}
                  onClick={() =>
                    void end(
                      one.SessionId,
                      () => call('account.endSession', { id: one.SessionId }),
                      `${one.name} is signed out.`,
                    )
                  }
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {sessions !== null && sessions.length > 1 && (
        <Button
          variant="default"
          disabled={!isOnline}
          loading={busy === 'others'}
          onClick={() =>
            void end('others', () => call('account.endOtherSessions', {}), 'You are signed out everywhere else.')
          }
        >
          Sign out everywhere else
        </Button>
      )}
    </section>
  );
}

function SessionWords({ session, hasSites }: { session: OwnSession; hasSites: boolean }) {
  return (
    <div className={classes.what}>
      <p className={classes.name}>
        {session.name}{' '}
        {session.isHere && (
          <MeaningBadge meaning="done" quiet>
            This session
          </MeaningBadge>
        )}
      </p>
      <p className={classes.fact}>{factsOf(session, hasSites)}</p>
    </div>
  );
}

/** The site is told where there are several. */
function factsOf({ siteName, createdAt, lastUsedAt }: OwnSession, hasSites: boolean): string {
  const where = hasSites ? `${siteName}. ` : '';
  return `${where}Signed in ${showMoment(new Date(createdAt))}, last used ${showMoment(new Date(lastUsedAt))}`;
}
