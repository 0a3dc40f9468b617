import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '#contract/account/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';

/** The address a person signs in with, and whether they have shown that they read what is sent there. */
export function EmailPart({ account, isOnline }: { account: Account; isOnline: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const { Email, EmailVerifiedAt } = account;

  async function send(): Promise<void> {
    setBusy(true);
    try {
      await call('account.verifyEmail', {});
      toastDone(`We sent a link to ${Email}. It works for 24 hours.`);
    } catch (error) {
      toastFailure(error, 'No link was sent. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.part} aria-labelledby="account-email">
      <h2 className={classes.heading} id="account-email">
        Email
      </h2>
      <p className={classes.text}>
        {account.name}, {account.siteName}. You sign in as <strong>{Email}</strong>.
      </p>
      {EmailVerifiedAt !== null ? (
        <p className={classes.text}>Confirmed {showMoment(new Date(EmailVerifiedAt))}.</p>
      ) : (
        <>
          <p className={classes.text}>Not confirmed yet. We’ll email you a link to confirm that this is your email.</p>
          <Button variant="default" disabled={!isOnline} loading={isBusy} onClick={() => void send()}>
            Send link
          </Button>
        </>
      )}
    </section>
  );
}
