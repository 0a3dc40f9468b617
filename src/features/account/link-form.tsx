import { Button, Checkbox, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import type { AccountLink } from '#contract/account/endpoints.ts';
import { passwordProblem } from '#contract/account/password-rule.ts';
import { AppError } from '#contract/base/errors.ts';
import { call } from '#shared/api.ts';
import classes from './account.module.css';
import { NewPasswordField } from './new-password-field.tsx';

/** What the person behind a link still has to do: choose a password, or say that the address is theirs. */
export function LinkForm({
  link,
  token,
  onDone,
}: {
  link: AccountLink;
  token: string;
  onDone: (passkeysLeft: number) => void;
}) {
  const needsPassword = link.kind !== 'verify';
  const offersRemoval = needsPassword && link.passkeys > 0;
  const around = { ...link, own: [link.Email, link.name, link.siteName] };
  const [password, setPassword] = useState('');
  const [removePasskeys, setRemovePasskeys] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = needsPassword ? passwordProblem(password, around) : null;
    setProblem(found);
    setFailure(null);
    if (found !== null) return field.current?.focus();
    setBusy(true);
    try {
      const given = { token, ...(needsPassword && { password, removePasskeys: offersRemoval && removePasskeys }) };
      await call('account.useLink', given, { byCaller: true });
      onDone(offersRemoval && removePasskeys ? 0 : link.passkeys);
    } catch (error) {
      const said = error instanceof AppError ? error.fields?.['password'] : undefined;
      if (said) setProblem(said);
      else setFailure(error instanceof Error ? error.message : 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.fields} onSubmit={(event) => void submit(event)} noValidate>
      {failure !== null && (
        <div className={classes.alert} role="alert">
          {failure}
        </div>
      )}
      <TextInput label="Email" type="email" autoComplete="username" size="md" value={link.Email} readOnly />
      {needsPassword && (
        <NewPasswordField
          label={link.kind === 'invite' ? 'Your password' : 'New password'}
          value={password}
          onChange={(typed) => {
            setPassword(typed);
            setProblem(null);
          }}
          around={around}
          error={problem}
          field={field}
        />
      )}
      {offersRemoval && (
        <Checkbox
          label={link.passkeys === 1 ? 'Remove the passkey too' : `Remove the ${link.passkeys} passkeys too`}
          description={`${link.passkeys === 1 ? 'One passkey still opens' : `${link.passkeys} passkeys still open`} this account without the password. Remove ${link.passkeys === 1 ? 'it' : 'them'} if you lost a device or someone else may have it.`}
          checked={removePasskeys}
          onChange={(event) => setRemovePasskeys(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" size="md" loading={isBusy} fullWidth>
        {needsPassword ? 'Set password' : 'Confirm my email'}
      </Button>
    </form>
  );
}
