import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
} from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { KnownUser } from '#local/keys/keyring.ts';
import { afterLogin } from '#session/guards.ts';
import { outagePath } from '#session/outage/outage-entry.ts';
import { PlainPage } from '#app/plain-page.tsx';
import { rejoinSession } from '#session/session-start.ts';
import { forgetLocked, useSession, type LockedPerson, type SessionState } from '#session/session-state.ts';
import { lastEmail, signIn, type SignInOutcome, type SignInRefusal } from '#session/sign-in.ts';
import { DeviceUnlock, KnownPeople, useKnownPeople } from './known-people.tsx';
import classes from './login.module.css';

const SignInWays = lazy(async () => ({ default: (await import('./sign-in-ways.tsx')).SignInWays }));

type FieldErrors = { email?: string; password?: string; code?: string };

/**
 * Signs in online; without the network it unlocks what this device keeps for a person who was here before.
 * After the idle lock it names whose screen it was and asks for the password alone.
 */
export function LoginRoute() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const session = useSession();
  const locked = session.phase === 'signedOut' ? session.locked : undefined;
  const [email, setEmail] = useState(locked?.Email ?? '');
  const [password, setPassword] = useState('');
  /** Asked for once the password was right, where the account has a second step. */
  const [code, setCode] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);
  /** A passkey was taken, and what this device keeps wants the password once. */
  const [goOn, setGoOn] = useState<SignInRefusal['goOn']>(undefined);
  const [isBusy, setBusy] = useState(false);
  const isOnline = useSyncExternalStore(subscribeOnline, isBrowserOnline);
  const wait = useCountdown(refusal);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const leave = (SuperUser: boolean) =>
    void navigate(afterLogin(query.get('returnTo'), window.location.origin, SuperUser, outagePath()), {
      replace: true,
    });
  const people = useKnownPeople(session);
  const erased = useErasedSentence(session);
  const notice = goOn?.asked ?? (session.phase === 'signedOut' ? (session.notice ?? erased) : erased);
  useRejoin(locked !== undefined, leave);
  useEffect(() => {
    void lastEmail().then((known) => {
      if (known === null || emailField.current?.value !== '') return;
      setEmail(known);
      passwordField.current?.focus();
    });
  }, []);

  function signInAsAnother(): void {
    forgetLocked();
    writeEmail('');
    setPassword('');
    setCode(null);
    setErrors({});
    setRefusal(null);
    requestAnimationFrame(() => emailField.current?.focus());
  }

  function writeEmail(typed: string): void {
    setEmail(typed);
    goOn?.leave();
    setGoOn(undefined);
  }

  function pick(person: KnownUser): void {
    writeEmail(person.Email);
    setCode(null);
    setErrors({});
    setRefusal(null);
    passwordField.current?.focus();
  }

  function finish(outcome: SignInOutcome): void {
    if (outcome.signedIn) {
      void import('#local/keys/erase.ts').then((file) => file.erasuresRead());
      return leave(outcome.SuperUser);
    }
    if (outcome.refusal.needsCode) return askForCode(outcome.refusal);
    setCode(null);
    // Asking for the password after a passkey is a question, not a refusal.
    setRefusal(outcome.refusal.sentence === '' ? null : outcome.refusal);
    setGoOn(outcome.refusal.goOn);
    if (outcome.refusal.goOn) setEmail(outcome.refusal.goOn.Email);
    passwordField.current?.focus();
    passwordField.current?.select();
  }

  function askForCode(asked: SignInRefusal): void {
    // The first time it is a question, not a refusal.
    setRefusal(code === null ? null : asked);
    setCode('');
    codeField.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = missingFields(email, password, code);
    setErrors(missing);
    if (missing.email) return emailField.current?.focus();
    if (missing.password) return passwordField.current?.focus();
    if (missing.code) return codeField.current?.focus();
    await run(() => goOn?.withPassword(password) ?? signIn(email.trim(), password, code ?? undefined));
  }

  async function run(signingIn: () => Promise<SignInOutcome>): Promise<void> {
    setBusy(true);
    setRefusal(null);
    const outcome = await signingIn();
    setBusy(false);
    finish(outcome);
  }

  const showPasskey = () => void run(async () => (await import('#session/passkey-here.ts')).signInWithPasskey());

  return (
    <PlainPage
      title={locked ? locked.name : 'Sign in'}
      {...(locked ? { documentTitle: 'Locked' } : {})}
      lead={leadWords(locked, isOnline)}
    >
      {notice && !refusal && (
        <div className={`${classes.message} ${classes.offline} ${classes.notice}`} role="status">
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>{notice}</span>
        </div>
      )}
      {!locked && <KnownPeople people={people} email={email} onPick={pick} />}
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
          onChange={(event) => writeEmail(event.currentTarget.value)}
          error={errors.email}
          autoFocus={!locked}
          {...(locked ? { display: 'none' } : {})}
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
          autoFocus={locked !== undefined}
        />
        {code !== null && (
          <TextInput
            ref={codeField}
            label="Code"
            description="The six digits your authenticator app shows now, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            size="md"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={errors.code}
            autoFocus
          />
        )}
        <Button type="submit" size="md" loading={isBusy} disabled={wait > 0} fullWidth>
          {buttonWords(isOnline && !locked, wait)}
        </Button>
        {isOnline && 'PublicKeyCredential' in window && (
          <Button variant="default" size="md" disabled={isBusy} onClick={showPasskey} fullWidth>
            Use a passkey
          </Button>
        )}
        {isOnline && isAddress(email) && (
          <Suspense>
            <SignInWays email={email.trim()} returnTo={query.get('returnTo')} onRefused={setRefusal} />
          </Suspense>
        )}
        <DeviceUnlock people={people} email={email} onDone={finish} />
        {isOnline && (
          <Button component={Link} to="/account/forgot" variant="subtle" size="md" fullWidth>
            Forgot your password?
          </Button>
        )}
        {locked && (
          <Button variant="subtle" size="md" onClick={signInAsAnother} fullWidth>
            Sign in as somebody else
          </Button>
        )}
      </form>
      {!isOnline && !locked && (
        <p className={classes.foot}>
          <IconCloudOff size={14} stroke={1.5} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />A
          first sign-in on a device needs the network.
        </p>
      )}
    </PlainPage>
  );
}

/** What an erasure of this device has left to say; one that was interrupted is finished meanwhile. */
function useErasedSentence(session: SessionState): string | null {
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    void import('#session/erase-here.ts')
      .then((file) => file.finishErasures())
      .then(setSentence)
      .catch(() => undefined);
    // It changes when this device is erased while the page is shown.
  }, [session]);
  return sentence;
}

/** Unlocked in another tab: this one goes on too when its person comes back to it. */
function useRejoin(isLocked: boolean, goOn: (SuperUser: boolean) => void): void {
  const rejoin = useEffectEvent(async () => {
    const who = document.visibilityState === 'visible' ? await rejoinSession() : null;
    if (who) goOn(who.SuperUser);
  });
  useEffect(() => {
    if (!isLocked) return undefined;
    const look = () => void rejoin();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLocked]);
}

function leadWords(locked: LockedPerson | undefined, isOnline: boolean): string {
  if (locked) return `Locked after ${locked.afterMs / 60_000} minutes without use. What you saved and typed is kept.`;
  return isOnline ? 'Use the email of your clinic account.' : 'You are offline. Unlock what this device keeps for you.';
}

const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());

function missingFields(email: string, password: string, code: string | null): FieldErrors {
  return {
    ...(isAddress(email) ? {} : { email: 'Write your email address, such as name@clinic.com.' }),
    ...(password === '' ? { password: 'Write your password.' } : {}),
    ...(code?.trim() === '' ? { code: 'Write the code.' } : {}),
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
