import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { lazy, Suspense, type FormEvent } from 'react';
import { Link } from '#shared/routing/link.tsx';
import type { KnownUser } from '#local/keys/keyring.ts';
import { DeviceUnlock } from './known-people.tsx';
import { buttonWords, isAddress } from './login-words.ts';
import classes from './login.module.css';
import { useCountdown } from './use-countdown.ts';
import type { Login } from './use-login.ts';

const SignInWays = lazy(async () => ({ default: (await import('./sign-in-ways.tsx')).SignInWays }));

type Props = {
  login: Login;
  isLocked: boolean;
  isOnline: boolean;
  people: readonly KnownUser[];
  returnTo: string | null;
};

/** Email, password and code, and the other ways in. */
export function LoginForm({ login, isLocked, isOnline, people, returnTo }: Props) {
  const { email, refusal, isBusy } = login;
  const wait = useCountdown(refusal);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void login.submit();
  }

  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      {refusal && (
        <div className={classes.message} role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{refusal.sentence}</span>
        </div>
      )}
      <LoginFields login={login} isLocked={isLocked} />
      <Button type="submit" size="md" loading={isBusy} disabled={wait > 0} fullWidth>
        {buttonWords(isOnline && !isLocked, wait)}
      </Button>
      {isOnline && 'PublicKeyCredential' in window && (
        <Button variant="default" size="md" disabled={isBusy} onClick={() => void login.submitPasskey()} fullWidth>
          Use a passkey
        </Button>
      )}
      {isOnline && isAddress(email) && (
        <Suspense>
          <SignInWays email={email.trim()} returnTo={returnTo} onRefused={login.refuse} />
        </Suspense>
      )}
      <DeviceUnlock people={people} email={email} onDone={login.finish} />
      {isOnline && (
        <Button component={Link} to="/account/forgot" variant="subtle" size="md" fullWidth>
          Forgot your password?
        </Button>
      )}
      {isLocked && (
        <Button variant="subtle" size="md" onClick={login.signInAsAnother} fullWidth>
          Sign in as someone else
        </Button>
      )}
    </form>
  );
}

function LoginFields({ login, isLocked }: Pick<Props, 'login' | 'isLocked'>) {
  const { email, password, code, errors, emailField, passwordField, codeField } = login;
  return (
    <>
      <TextInput
        ref={emailField}
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        value={email}
        onChange={(event) => login.writeEmail(event.currentTarget.value)}
        error={errors.email}
        autoFocus={!isLocked}
        {...(isLocked ? { display: 'none' } : {})}
      />
      <PasswordInput
        ref={passwordField}
        label="Password"
        autoComplete="current-password"
        size="md"
        value={password}
        onChange={(event) => login.writePassword(event.currentTarget.value)}
        error={errors.password}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        autoFocus={isLocked}
      />
      {code !== null && (
        <TextInput
          ref={codeField}
          label="Code"
          description="Enter the six digits from your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          size="md"
          value={code}
          onChange={(event) => login.writeCode(event.currentTarget.value)}
          error={errors.code}
          autoFocus
        />
      )}
    </>
  );
}
