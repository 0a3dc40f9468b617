import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { Link } from '#shared/routing/link.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { afterLogin } from '#session/guards.ts';
import { outagePath } from '#session/outage/outage-entry.ts';
import { PlainPage } from '#app/plain-page.tsx';
import type { SignInOutcome } from '#session/sign-in.ts';
import { comeBack, type Return } from '#session/single-sign-on-here.ts';
import classes from './login.module.css';

/** Where a provider sends the browser back to. What it says is used once and leaves the address at once. */
export function SingleSignOnRoute() {
  const { site = '' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [back, setBack] = useState<Return | null>(null);
  const asked = useRef(false);
  const goOn = (outcome: SignInOutcome, returnTo: string | null) => {
    if (!outcome.signedIn) return;
    const target = afterLogin(returnTo, window.location.origin, outcome.SuperUser, outagePath());
    void navigate(target, { replace: true });
  };
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    void comeBack(site, search.slice(1)).then((found) => {
      goOn(found.outcome, found.returnTo);
      setBack(found);
    });
  });

  if (!back || back.outcome.signedIn) {
    return (
      <PlainPage title="One moment">
        <LoadingSkeleton label="Signing you in" rows={3} />
      </PlainPage>
    );
  }
  if (back.keys) return <DeviceKeys keys={back.keys} onIn={(outcome) => goOn(outcome, back.returnTo)} />;
  return (
    <PlainPage title="You are not signed in" lead={back.outcome.refusal.sentence}>
      <Button component={Link} to="/login" size="md" fullWidth>
        Go to sign-in
      </Button>
    </PlainPage>
  );
}

type KeysProps = { keys: NonNullable<Return['keys']>; onIn: (outcome: SignInOutcome) => void };

/** What is kept on this device opens with a password of before; from then on single sign-on opens it too. */
function DeviceKeys({ keys, onIn }: KeysProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function run(opening: () => Promise<SignInOutcome>): Promise<void> {
    setBusy(true);
    setProblem(null);
    const outcome = await opening();
    setBusy(false);
    if (outcome.signedIn) return onIn(outcome);
    setProblem(outcome.refusal.sentence);
    field.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (password !== '') return void run(() => keys.open(password));
    setProblem('Enter your password.');
    field.current?.focus();
  }

  return (
    <PlainPage
      title="One more step"
      lead={`The data for ${keys.Email} on this device is encrypted with the password or passkey you used here. Enter that password once. Then single sign-on opens it too.`}
    >
      <form className={classes.fields} onSubmit={submit} noValidate>
        <input type="email" autoComplete="username" value={keys.Email} readOnly hidden />
        <PasswordInput
          ref={field}
          label="Password"
          autoComplete="current-password"
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          autoFocus
        />
        <Button type="submit" size="md" loading={isBusy} fullWidth>
          Open
        </Button>
        <Button variant="subtle" size="md" disabled={isBusy} onClick={() => void run(keys.begin)} fullWidth>
          Start over on this device
        </Button>
        <Button component={Link} to="/login" variant="subtle" size="md" onClick={keys.leave} fullWidth>
          Sign in as someone else
        </Button>
      </form>
      <p className={classes.foot}>
        Starting over downloads your clinic’s data again. Waiting changes stay encrypted until you use that password or
        passkey.
      </p>
    </PlainPage>
  );
}
