import { useState, type FormEvent } from 'react';
import { contactOf } from '#contract/patient-login/contact.ts';
import type { LoginChoice, patientLoginEndpoints, PatientSession } from '#contract/patient-login/endpoints.ts';
import { readLoginAddress } from '#contract/patient-login/login-address.ts';
import { publicReturn } from '#contract/public/paths.ts';
import { fill } from '#contract/words/language.ts';
import { loginWords } from '#contract/words/login-page.ts';
import { BirthDate, dateTyped, noDate } from '../kit/birth-date.tsx';
import { Button, Check, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { goTo, usePlace } from '../kit/place.ts';
import { endpoint } from '../kit/send.ts';
import { keepSession, newDeviceKey } from '../kit/session.ts';

const start = endpoint<typeof patientLoginEndpoints.start>('POST /patientLogin/start');
const verify = endpoint<typeof patientLoginEndpoints.verify>('POST /patientLogin/verify');
const choose = endpoint<typeof patientLoginEndpoints.choose>('POST /patientLogin/choose');

type Step =
  | { at: 'details' }
  | { at: 'code'; attemptId: string }
  | { at: 'choose'; attemptId: string; choices: LoginChoice[]; keys: CryptoKeyPair };

/** /patientLogin (spec 2): phone or email with the birth date, then a code; no passwords. */
export function PatientLogin() {
  const { searchParams } = usePlace();
  const words = useWords(loginWords);
  const { returnTo, w, aupl, agl } = readLoginAddress(searchParams);
  const [step, setStep] = useState<Step>({ at: 'details' });
  const [isOwnDevice, setOwnDevice] = useState(false);
  const [isDone, setDone] = useState(false);
  // Kept here: on the way back from the code nothing has to be typed again.
  const [typed, setTyped] = useState({ contact: '', date: noDate });
  if (w === null) return <Page title={words.noClinicTitle} lead={words.noClinicLead} />;
  if (isDone)
    return (
      <Page title={words.doneTitle} lead={words.doneLead}>
        <p className="foot">
          <a href={`/patientLogout?w=${w}`}>{words.logOut}</a>
        </p>
      </Page>
    );

  async function enter(session: PatientSession, keys: CryptoKeyPair): Promise<void> {
    await keepSession(session, keys);
    const to = publicReturn(returnTo, window.location.origin);
    if (to === undefined) setDone(true);
    else goTo(to, { replace: true });
  }
  const again = () => setStep({ at: 'details' });
  if (step.at === 'code')
    return (
      <Code
        attemptId={step.attemptId}
        isOwnDevice={isOwnDevice}
        onAgain={again}
        onSession={enter}
        onChoices={(choices, keys) => setStep({ at: 'choose', attemptId: step.attemptId, choices, keys })}
      />
    );
  if (step.at === 'choose') return <Choose {...step} isOwnDevice={isOwnDevice} onAgain={again} onSession={enter} />;
  return (
    <Details
      {...{ w, aupl, agl, isOwnDevice, setOwnDevice, typed, setTyped }}
      onStarted={(attemptId) => setStep({ at: 'code', attemptId })}
    />
  );
}

type Typed = { contact: string; date: typeof noDate };
type DetailsProps = {
  w: string;
  aupl: boolean;
  agl: boolean;
  isOwnDevice: boolean;
  setOwnDevice(is: boolean): void;
  typed: Typed;
  setTyped(typed: Typed): void;
  onStarted(attemptId: string): void;
};

function Details({ w, aupl, agl, isOwnDevice, setOwnDevice, typed, setTyped, onStarted }: DetailsProps) {
  const words = useWords(loginWords);
  const { language } = useLanguage();
  const { contact, date } = typed;
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();
  const DateOfBirth = dateTyped(date);
  const isContact = contactOf(contact) !== null;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isBusy || DateOfBirth === null || !isContact) return;
    setBusy(true);
    const { data, error } = await start({ w, contact, DateOfBirth, aupl, agl, language });
    setBusy(false);
    if (error) return show(error);
    onStarted(data.attemptId);
  }
  return (
    <Page title={words.title} lead={words.lead}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <Field
          label={words.contact}
          hint={words.contactHint}
          error={isTried && !isContact ? words.contactWrong : undefined}
        >
          {({ id, describedBy, isWrong }) => (
            <input
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={120}
              value={contact}
              onChange={(event) => setTyped({ ...typed, contact: event.currentTarget.value })}
            />
          )}
        </Field>
        <BirthDate
          typed={date}
          onType={(next) => setTyped({ ...typed, date: next })}
          isWrong={isTried && DateOfBirth === null}
        />
        <Check label={words.onlyI} hint={words.onlyIHint} isChecked={isOwnDevice} onChange={setOwnDevice} />
        {failure !== null && <Notice kind="failure">{failure}</Notice>}
        <div className="actions">
          <Button kind="filled" type="submit" isBusy={isBusy}>
            {words.send}
          </Button>
        </div>
      </form>
    </Page>
  );
}

type Next = {
  attemptId: string;
  isOwnDevice: boolean;
  onAgain(): void;
  onSession(session: PatientSession, keys: CryptoKeyPair): Promise<void>;
};

function Code({
  attemptId,
  isOwnDevice,
  onAgain,
  onSession,
  onChoices,
}: Next & { onChoices(choices: LoginChoice[], keys: CryptoKeyPair): void }) {
  const words = useWords(loginWords);
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();
  const isWhole = code.replace(/\D/g, '').length === 6;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isBusy || !isWhole) return;
    setBusy(true);
    const { keys, deviceKey } = await newDeviceKey();
    const { data, error } = await verify({ attemptId, code, deviceKey, isOwnDevice });
    if (error) show(error);
    else if (data.session) await onSession(data.session, keys);
    else onChoices(data.choices, keys);
    setBusy(false);
  }
  return (
    <Page title={words.codeTitle} lead={words.codeLead}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <Field label={words.code} error={isTried && !isWhole ? words.codeWrong : undefined}>
          {({ id, describedBy, isWrong }) => (
            <input
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
        </Field>
        {failure !== null && <Notice kind="failure">{failure}</Notice>}
        <div className="actions">
          <Button kind="filled" type="submit" isBusy={isBusy}>
            {words.verify}
          </Button>
          <Button onClick={onAgain}>{words.again}</Button>
        </div>
      </form>
    </Page>
  );
}

/** Several people have the same details: first names, and whose bills a guarantor pays. */
function Choose({
  attemptId,
  choices,
  keys,
  isOwnDevice,
  onAgain,
  onSession,
}: Next & { choices: LoginChoice[]; keys: CryptoKeyPair }) {
  const words = useWords(loginWords);
  const [busy, setBusy] = useState<string | null>(null);
  const { failure, show } = useFailure();

  async function take(id: string): Promise<void> {
    setBusy(id);
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey);
    const deviceKey = { kty: 'EC', crv: 'P-256', x, y } as const;
    const { data, error } = await choose({ attemptId, id, deviceKey, isOwnDevice });
    if (error) show(error);
    else if (data.session) await onSession(data.session, keys);
    setBusy(null);
  }
  const listed = (names: readonly string[]) =>
    names.length < 2
      ? names.join('')
      : fill(words.and, { first: names.slice(0, -1).join(', '), last: names.slice(-1).join('') });
  return (
    <Page title={words.chooseTitle}>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="actions">
        {choices.map(({ id, kind, names }) => (
          <Button key={id} isBusy={busy === id} onClick={() => void take(id)}>
            {kind === 'guarantor' ? fill(words.bills, { names: listed(names) }) : listed(names)}
          </Button>
        ))}
        <Button onClick={onAgain}>{words.again}</Button>
      </div>
    </Page>
  );
}
