import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { afterLogin } from '../guards.ts';
import { PlainPage } from '../plain-page.tsx';
import { lastEmail, signIn, type SignInRefusal } from '../session.tsx';
import classes from './login.module.css';

type FieldErrors = { email?: string; password?: string };

/** Signs in online; without the network it unlocks what this device keeps for a person who was here before. */
export function LoginRoute() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOnline = useSyncExternalStore(subscribeOnline, isBrowserOnline);
  const wait = useCountdown(refusal);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void lastEmail().then((known) => {
      if (known === null || emailField.current?.value !== '') return;
      setEmail(known);
      passwordField.current?.focus();
    });
  }, []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = missingFields(email, password);
    setErrors(missing);
    if (missing.email) return emailField.current?.focus();
    if (missing.password) return passwordField.current?.focus();
    setBusy(true);
    setRefusal(null);
    const outcome = await signIn(email.trim(), password);
    setBusy(false);
    if (outcome.signedIn)
      return void navigate(afterLogin(query.get('returnTo'), window.location.origin, outcome.SuperUser), {
        replace: true,
      });
    setRefusal(outcome.refusal);
    passwordField.current?.focus();
    passwordField.current?.select();
  }

  return (
    <PlainPage
      title="Sign in"
      lead={
        isOnline ? 'Use the email of your clinic account.' : 'You are offline. Unlock what this device keeps for you.'
      }
    >
      <form className={classes.fields} onSubmit={(event) => void submit(event)} noValidate>
        {refusal && (
          <div className={classes.message} role="alert">
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            <span>{refusal.sentence}</span>
          </div>
        )}
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
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={errors.email}
          autoFocus
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          autoComplete="current-password"
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
        <Button type="submit" size="md" loading={isBusy} disabled={wait > 0} fullWidth>
          {buttonWords(isOnline, wait)}
        </Button>
      </form>
      {!isOnline && (
        <p className={classes.foot}>
          <IconCloudOff size={14} stroke={1.5} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />A
          first sign-in on a device needs the network.
        </p>
      )}
    </PlainPage>
  );
}

function missingFields(email: string, password: string): FieldErrors {
  return {
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: 'Write your email address, such as name@clinic.com.' }),
    ...(password === '' ? { password: 'Write your password.' } : {}),
  };
}

const isBrowserOnline = () => navigator.onLine;

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Seconds a locked account still has to wait. */
function useCountdown(refusal: SignInRefusal | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = Date.now() + (refusal?.waitSeconds ?? 0) * 1000;
    const look = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [refusal]);
  return left;
}

function buttonWords(isOnline: boolean, wait: number): string {
  if (wait > 0) return `Wait ${Math.floor(wait / 60)}:${String(wait % 60).padStart(2, '0')}`;
  return isOnline ? 'Sign in' : 'Unlock';
}
