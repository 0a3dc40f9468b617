import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useMay } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './guarantors.module.css';

type Access = ReplyOf<'patientLogin.access'>;
type Props = { PatientId: PatientId; opened: boolean; onClose(): void };

/** By which links and logins the pages of a patient are open just now; staff ends them. */
export function AccessDrawer({ PatientId, opened, onClose }: Props) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title="Links and logins">
      {opened && <AccessPart PatientId={PatientId} />}
    </SideDrawer>
  );
}

function AccessPart({ PatientId }: { PatientId: PatientId }) {
  const fetched = useFetched(() => call('patientLogin.access', { id: PatientId }));
  const mayEdit = useMay('edit patients');
  const mayBook = useMay('schedule visits');
  const isOnline = useOnline();
  const [busy, setBusy] = useState<string | null>(null);
  const mayEnd = mayEdit || mayBook;

  async function end(which: string, run: () => Promise<string>): Promise<void> {
    setBusy(which);
    try {
      toastDone(await run());
    } catch (error) {
      toastFailure(error, 'That did not work. Nothing was changed.');
    } finally {
      setBusy(null);
      fetched.load();
    }
  }
  const endLinks = async () => {
    const { ended } = await call('patientLogin.endLinks', { id: PatientId });
    return ended === 1 ? '1 link has ended.' : `${ended} links have ended.`;
  };
  const endSession = (SessionId: string) => async () => {
    const { ended } = await call('patientLogin.endSession', { id: PatientId, SessionId });
    return ended ? 'The login has ended.' : 'This login had already ended.';
  };

  return (
    <FetchedPart of={fetched} what="links and logins" rows={4}>
      {({ links, sessions }) => (
        <>
          <h3 className={classes.title}>Logins</h3>
          {sessions.length === 0 && <p className={classes.quiet}>No one is logged in to this patient’s pages.</p>}
          <ul className={classes.list} aria-label="Logins">
            {sessions.map((one) => (
              <SessionLine
                key={one.SessionId}
                of={one}
                {...(mayEnd && {
                  end: (
                    <Button
                      variant="default"
                      size="compact-sm"
                      disabled={!isOnline}
                      loading={busy === one.SessionId}
                      aria-label={`End login of ${whoOf(one)}, ${one.device}`}
                      onClick={() => void end(one.SessionId, endSession(one.SessionId))}
                    >
                      End login
                    </Button>
                  ),
                })}
              />
            ))}
          </ul>
          <h3 className={classes.title}>Links in messages</h3>
          {links.length === 0 && (
            <EmptyState compact title="No links">
              Links come with reminders and other messages to the patient.
            </EmptyState>
          )}
          <ul className={classes.list} aria-label="Links">
            {links.map((one) => (
              <LinkLine key={one.LinkId} of={one} />
            ))}
          </ul>
          {mayEnd && links.some(({ state }) => state !== 'ended') && (
            <Button
              variant="default"
              disabled={!isOnline}
              loading={busy === 'links'}
              onClick={() => void end('links', endLinks)}
            >
              End links
            </Button>
          )}
        </>
      )}
    </FetchedPart>
  );
}

const whoOf = ({ kind, name }: Access['sessions'][number]) =>
  kind === 'patient' ? 'the patient' : (name ?? 'a guarantor');
const levelWords = { L1: 'by link and birth date', L2: 'by code and birth date' } as const;

function SessionLine({ of, end }: { of: Access['sessions'][number]; end?: ReactNode }) {
  const who = whoOf(of);
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <p className={classes.name}>{who.slice(0, 1).toUpperCase() + who.slice(1)}</p>
        <p className={classes.quiet}>
          {of.device}, {levelWords[of.level]}
        </p>
        <p className={classes.quiet}>
          Logged in {showMoment(new Date(of.createdAt))}, last used {showMoment(new Date(of.seenAt))}
        </p>
      </div>
      {end}
    </li>
  );
}

const purposes: Record<string, string> = {
  visit: 'One visit',
  visits: 'All visits',
  preferences: 'Message settings',
  unsubscribe: 'Unsubscribe from emails',
  offer: 'Offer of an open time',
  intake: 'Forms',
  hep: 'Home program',
  survey: 'Survey',
  review: 'Review',
  pay: 'Payment',
  book: 'Booking a visit',
  checkin: 'Check-in',
};
const states = {
  open: { words: 'Open', meaning: 'progress' },
  used: { words: 'Used', meaning: 'past' },
  ended: { words: 'Ended', meaning: 'past' },
} as const;

function LinkLine({ of: { purpose, createdAt, expiresAt, state } }: { of: Access['links'][number] }) {
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <p className={classes.name}>
          {purposes[purpose] ?? purpose}{' '}
          <MeaningBadge meaning={states[state].meaning} quiet>
            {states[state].words}
          </MeaningBadge>
        </p>
        <p className={classes.quiet}>
          Sent {showMoment(new Date(createdAt))}, expires {showMoment(new Date(expiresAt))}
        </p>
      </div>
    </li>
  );
}
