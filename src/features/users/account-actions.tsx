import { Button } from '@mantine/core';
import { useState } from 'react';
import { mayTakeInHand } from '#contract/users/rights.ts';
import type { ManagedUser } from '#contract/users/user.ts';
import { call } from '#shared/api.ts';
import { useCurrentUser } from '#shared/session.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { requestIdOf, toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { sentenceOf } from './use-people.ts';
import classes from './users.module.css';

type Props = { user: ManagedUser; isOnline: boolean; onChanged: () => Promise<void> };

/** Disabling, enabling, a new invitation, and a second step or passkeys whose phone is lost. */
export function AccountActions({ user, isOnline, onChanged }: Props) {
  const me = useCurrentUser();
  const [asking, setAsking] = useState<'disable' | 'second' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isDisabled = user.status === 'disabled';
  const isMe = user.UserId === me.UserId;
  const mayNot = !mayTakeInHand(me, user);
  const lost = lostWays(user);

  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      await work();
      toastDone(done);
      await onChanged();
    } catch (cause) {
      toastNegative(sentenceOf(cause), requestIdOf(cause));
    } finally {
      setBusy(false);
      setAsking(null);
    }
  }
  const setDisabled = (Disabled: boolean, done: string) =>
    run(() => call('users.update', { id: user.UserId, Disabled }), done);

  return (
    <div className={classes.headEnd}>
      {user.status === 'invited' && (
        <Button
          variant="default"
          disabled={!isOnline || isBusy || mayNot}
          onClick={() =>
            void run(() => call('users.invite', { id: user.UserId }), `We emailed a new link to ${user.Email}.`)
          }
        >
          Resend invitation
        </Button>
      )}
      {isDisabled && (
        <Button
          variant="default"
          disabled={!isOnline || isBusy || mayNot}
          onClick={() => void setDisabled(false, `${user.FirstName} can sign in again.`)}
        >
          Enable
        </Button>
      )}
      {!isDisabled && !isMe && (
        <Button variant="default" disabled={!isOnline || isBusy || mayNot} onClick={() => setAsking('disable')}>
          Disable…
        </Button>
      )}
      {lost !== null && !isMe && (
        <Button variant="default" disabled={!isOnline || isBusy || mayNot} onClick={() => setAsking('second')}>
          Reset {lost}…
        </Button>
      )}
      <ConfirmDialog
        opened={asking === 'second'}
        title={`Reset ${user.FirstName}’s ${lost ?? 'two-step sign-in'}?`}
        confirmLabel="Reset sign-in"
        danger
        busy={isBusy}
        onConfirm={() =>
          void run(
            () => call('users.resetSecondFactor', { id: user.UserId }),
            `${user.FirstName} now signs in with the password${user.hasSecondFactor ? ' alone' : ''}.`,
          )
        }
        onCancel={() => setAsking(null)}
      >
        For a lost phone. Make sure that {user.FirstName} is asking. {user.FirstName} is signed out everywhere and gets
        an email. The password{user.hasSecondFactor && ' alone'} signs in until{' '}
        {user.hasPasskeys ? 'new ones are' : 'two-step sign-in is'} set up.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'disable'}
        title={`Disable ${user.FirstName}’s account?`}
        confirmLabel="Disable"
        danger
        busy={isBusy}
        onConfirm={() => void setDisabled(true, `${user.FirstName} is signed out everywhere and can’t sign in.`)}
        onCancel={() => setAsking(null)}
      >
        {user.FirstName} is signed out on every device right away. Unsent changes stay encrypted on each device until
        the account is enabled again.
      </ConfirmDialog>
    </div>
  );
}

/** What a lost phone may still open the account with; null when there is nothing to take away. */
function lostWays({ hasSecondFactor, hasPasskeys }: ManagedUser): string | null {
  if (hasSecondFactor) return hasPasskeys ? 'two-step sign-in and passkeys' : 'two-step sign-in';
  return hasPasskeys ? 'passkeys' : null;
}
