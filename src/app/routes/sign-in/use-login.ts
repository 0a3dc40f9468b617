import { useEffect, useRef, useState } from 'react';
import type { KnownUser } from '#local/keys/keyring.ts';
import { forgetLocked, type LockedPerson } from '#session/session-state.ts';
import { lastEmail, signIn, type SignInOutcome, type SignInRefusal } from '#session/sign-in.ts';
import { missingFields, type FieldErrors } from './login-words.ts';

export type Login = ReturnType<typeof useLogin>;

/** What is typed to sign in, and what came of the last try. */
export function useLogin(locked: LockedPerson | undefined, leave: (SuperUser: boolean) => void) {
  const [email, setEmail] = useState(locked?.Email ?? '');
  const [password, setPassword] = useState('');
  /** Null until the account's second step asks for it. */
  const [code, setCode] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);
  /** A passkey was accepted, and this device asks for the password once. */
  const [goOn, setGoOn] = useState<SignInRefusal['goOn']>(undefined);
  const [isBusy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void lastEmail().then((known) => {
      if (known === null || emailField.current?.value !== '') return;
      setEmail(known);
      passwordField.current?.focus();
    });
  }, []);

  function writeEmail(typed: string): void {
    setEmail(typed);
    goOn?.leave();
    setGoOn(undefined);
  }

  /** Begins anew with another email. */
  function beginWith(typed: string): void {
    writeEmail(typed);
    setCode(null);
    setErrors({});
    setRefusal(null);
  }

  function finish(outcome: SignInOutcome): void {
    if (outcome.signedIn) {
      // What cannot be put away now is told once more, at the next sign-in.
      void import('#local/keys/erase.ts').then((file) => file.erasuresRead()).catch(() => undefined);
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

  async function run(signingIn: () => Promise<SignInOutcome>): Promise<void> {
    setBusy(true);
    setRefusal(null);
    // The screen behind this page is fetched while the server still decides.
    void import('#app/staff.tsx').catch(() => undefined);
    const outcome = await signingIn();
    setBusy(false);
    finish(outcome);
  }

  return {
    email,
    password,
    code,
    errors,
    refusal,
    isBusy,
    /** Why the password is asked for after a passkey. */
    question: goOn?.asked,
    emailField,
    passwordField,
    codeField,
    writeEmail,
    writePassword: setPassword,
    writeCode: setCode,
    refuse: setRefusal,
    finish,
    pick(person: KnownUser): void {
      beginWith(person.Email);
      passwordField.current?.focus();
    },
    signInAsAnother(): void {
      forgetLocked();
      beginWith('');
      setPassword('');
      requestAnimationFrame(() => emailField.current?.focus());
    },
    async submit(): Promise<void> {
      const missing = missingFields(email, password, code);
      setErrors(missing);
      if (missing.email) return emailField.current?.focus();
      if (missing.password) return passwordField.current?.focus();
      if (missing.code) return codeField.current?.focus();
      await run(() => goOn?.withPassword(password) ?? signIn(email.trim(), password, code ?? undefined));
    },
    submitPasskey: () => run(async () => (await import('#session/passkey-here.ts')).signInWithPasskey()),
  };
}
