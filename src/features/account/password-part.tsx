import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import type { Account } from '#contract/account/endpoints.ts';
import { passwordProblem } from '#contract/account/password-rule.ts';
import { AppError } from '#contract/base/errors.ts';
import { device } from '#local/store/device.ts';
import { rewrap } from '#local/keys/keyring.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { toastDone, toastFailure, toastMustDismiss } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';
import { NewPasswordField } from './new-password-field.tsx';

type Problems = { current: string | null; next: string | null };
const none: Problems = { current: null, next: null };

/** Changes the password on the server and, with it, what opens the store of this device. */
export function PasswordPart({
  account,
  isOnline,
  onChanged,
}: {
  account: Account;
  isOnline: boolean;
  onChanged: () => void;
}) {
  const around = { hasSecondFactor: account.hasSecondFactor, own: [account.Email, account.name, account.siteName] };
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problems, setProblems] = useState<Problems>(none);
  const [isBusy, setBusy] = useState(false);
  const currentField = useRef<HTMLInputElement>(null);
  const nextField = useRef<HTMLInputElement>(null);

  function show(found: Problems): void {
    setProblems(found);
    (found.current === null ? nextField : currentField).current?.focus();
  }

  function typeNext(typed: string): void {
    setNext(typed);
    setProblems({ ...problems, next: null });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (current === '') return show({ ...none, current: 'Enter your current password.' });
    const problem = passwordProblem(next, around);
    if (problem !== null) return show({ ...none, next: problem });
    setBusy(true);
    setProblems(none);
    try {
      await changeEverywhere(current, next);
      setCurrent('');
      setNext('');
      onChanged();
    } catch (error) {
      const fields = error instanceof AppError ? error.fields : undefined;
      if (fields?.['current']) show({ ...none, current: fields['current'] });
      else if (fields?.['next']) show({ ...none, next: fields['next'] });
      else toastFailure(error, 'Your password was not changed. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.part} aria-labelledby="account-password">
      <h2 className={classes.heading} id="account-password">
        Password
      </h2>
      <p className={classes.text}>
        {account.PasswordSetAt !== null && `Set ${showMoment(new Date(account.PasswordSetAt))}. `}A change signs you out
        everywhere else. Changes waiting on other devices are kept. Each device asks once for your old password.
      </p>
      <form className={classes.fields} onSubmit={(event) => void submit(event)} noValidate>
        <input type="text" autoComplete="username" value={account.Email} readOnly hidden />
        <PasswordInput
          ref={currentField}
          label="Current password"
          autoComplete="current-password"
          size="md"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={problems.current}
          visibilityToggleButtonProps={{ 'aria-label': 'Show current password', tabIndex: 0 }}
        />
        <NewPasswordField value={next} onChange={typeNext} around={around} error={problems.next} field={nextField} />
        <div>
          <Button type="submit" loading={isBusy} disabled={!isOnline}>
            Change password
          </Button>
        </div>
      </form>
    </section>
  );
}

/**
 * The server first: if this device stops in between, it meets the change like any other device, which keeps what waits
 * and asks once for the former password (local/keys/reseal.ts).
 */
async function changeEverywhere(current: string, next: string): Promise<void> {
  const { site, UserId } = device();
  await call('account.changePassword', { current, next });
  if (await rewrap(site, UserId, current, next).catch(() => false)) toastDone('Your password is changed.');
  else
    toastMustDismiss(
      'Your password is changed. This device still unlocks with the old one until you sign in online with the new one. Waiting changes are kept.',
    );
}
