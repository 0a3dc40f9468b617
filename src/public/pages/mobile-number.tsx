import { useState, type FormEvent } from 'react';
import type { messageEndpoints } from '#contract/messages/endpoints.ts';
import { contactOf } from '#contract/patient-login/contact.ts';
import { fill } from '#contract/words/language.ts';
import { preferencesWords } from '#contract/words/preferences-page.ts';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { endpoint } from '../kit/send.ts';
import type { LinkPageProps } from './linked.tsx';

const startMobile = endpoint<typeof messageEndpoints.startMobile>('POST /messages/preferences/mobile');
const proveMobile = endpoint<typeof messageEndpoints.proveMobile>('POST /messages/preferences/mobile/prove');

type Step = 'shown' | 'number' | 'saved' | { ContactChangeId: string };

/** The number for texts; another one counts once a code reached it. What is typed stays where a call does not work. */
export function MobilePart({ page, token, onPage }: LinkPageProps) {
  const words = useWords(preferencesWords);
  const [step, setStep] = useState<Step>('shown');
  const [typed, setTyped] = useState('');
  return (
    <section aria-labelledby="mobile-number">
      <h2 id="mobile-number">{words.mobile}</h2>
      <p>{page.mobile === null ? words.noPhone : fill(words.mobileNow, { mobile: page.mobile })}</p>
      {(step === 'shown' || step === 'saved') && (
        <div className="actions">
          <Button onClick={() => setStep('number')}>{page.mobile === null ? words.add : words.change}</Button>
        </div>
      )}
      {step === 'number' && (
        <NumberForm
          token={token}
          typed={typed}
          onType={setTyped}
          onStarted={(id) => setStep({ ContactChangeId: id })}
        />
      )}
      {typeof step === 'object' && (
        <CodeForm
          token={token}
          ContactChangeId={step.ContactChangeId}
          onBack={() => setStep('number')}
          onSaved={(saved) => {
            onPage(saved);
            setTyped('');
            setStep('saved');
          }}
        />
      )}
      {step === 'saved' && <Notice kind="done">{words.numberSaved}</Notice>}
    </section>
  );
}

type NumberProps = { token: string; typed: string; onType(typed: string): void; onStarted(id: string): void };

function NumberForm({ token, typed, onType, onStarted }: NumberProps) {
  const words = useWords(preferencesWords);
  const { language } = useLanguage();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();
  const isNumber = contactOf(typed)?.channel === 'text';

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isBusy || !isNumber) return;
    setBusy(true);
    const { data, error } = await startMobile({ token, Phone: typed, language });
    setBusy(false);
    if (error) return show(error);
    onStarted(data.ContactChangeId);
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Field label={words.newMobile} error={isTried && !isNumber ? words.mobileWrong : undefined}>
        {({ id, describedBy, isWrong }) => (
          <input
            id={id}
            type="tel"
            autoComplete="tel"
            maxLength={30}
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            value={typed}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
      </Field>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="actions">
        <Button type="submit" isBusy={isBusy}>
          {words.sendCode}
        </Button>
      </div>
    </form>
  );
}

type CodeProps = {
  token: string;
  ContactChangeId: string;
  onBack(): void;
  onSaved: LinkPageProps['onPage'];
};

function CodeForm({ token, ContactChangeId, onBack, onSaved }: CodeProps) {
  const words = useWords(preferencesWords);
  const { language } = useLanguage();
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();
  const isCode = code.replace(/\D/g, '').length === 6;

  async function prove(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isBusy || !isCode) return;
    setBusy(true);
    const { data, error } = await proveMobile({ token, ContactChangeId, code, language });
    setBusy(false);
    if (error) return show(error);
    onSaved(data);
  }
  return (
    <form onSubmit={(event) => void prove(event)} noValidate>
      <p>{words.codeLead}</p>
      <Field label={words.code} error={isTried && !isCode ? words.codeWrong : undefined}>
        {({ id, describedBy, isWrong }) => (
          <input
            id={id}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </Field>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="actions">
        <Button type="submit" isBusy={isBusy}>
          {words.saveNumber}
        </Button>
        <Button onClick={onBack}>{words.back}</Button>
      </div>
    </form>
  );
}
