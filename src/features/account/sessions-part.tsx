import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OwnSession } from '#contract/account/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';

/** Where this person is signed in; each sign-in can be ended. What a device keeps stays sealed there. */
export function SessionsPart({ isOnline }: { isOnline: boolean }) {
  const { sessions, failure, load } = useSessions(isOnline);
  const [busy, setBusy] = useState<string | null>(null);

  async function end(which: string, run: () => Promise<unknown>, said: string): Promise<void> {
    setBusy(which);
    try {
      await run();
      toastDone(said);
    } catch (error) {
      toastNegative(error instanceof Error ? error.message : 'That did not work. Nothing was changed.');
    } finally {
      setBusy(null);
      load();
    }
  }

  return (
    <section className={classes.part} aria-labelledby="account-sessions">
      <h2 className={classes.heading} id="account-sessions">
        Where you are signed in
      </h2>
      {failure !== null && (
        <p className={classes.alert} role="alert">
          {failure}
        </p>
      )}
      {sessions === null && failure === null && <LoadingSkeleton label="Fetching your sign-ins" rows={2} />}
      {sessions !== null && (
        <ul className={classes.list} aria-label="Sign-ins">
          {sessions.map((one) => (
            <li key={one.SessionId} className={classes.line}>
              <SessionWords session={one} />
              {!one.isHere && (
                <Button
                  variant="default"
                  size="xs"
                  disabled={!isOnline}
                  loading={busy === one.SessionId}
                  aria-label={`Sign out ${one.name}, ${factsOf(one)}`}
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

function SessionWords({ session }: { session: OwnSession }) {
  return (
    <div className={classes.what}>
      <p className={classes.name}>
        {session.name}{' '}
        {session.isHere && (
          <MeaningBadge meaning="done" quiet>
            This one
          </MeaningBadge>
        )}
      </p>
      <p className={classes.fact}>{factsOf(session)}</p>
    </div>
  );
}

function factsOf({ createdAt, lastUsedAt }: OwnSession): string {
  return `Signed in ${showMoment(new Date(createdAt))}, last used ${showMoment(new Date(lastUsedAt))}`;
}

function useSessions(isOnline: boolean) {
  const [sessions, setSessions] = useState<OwnSession[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  function load(): void {
    call('account.sessions', {})
      .then((reply) => {
        setSessions(reply.sessions);
        setFailure(null);
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'The server did not answer.'));
  }
  useEffect(() => {
    if (isOnline) load();
  }, [isOnline]);
  return { sessions, failure, load };
}
