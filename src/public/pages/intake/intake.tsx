import './intake.css';
import { useEffect, useState } from 'react';
import type { intakeEndpoints, IntakePage } from '#contract/intake/endpoints.ts';
import { intakeWords } from '#contract/words/intake-page.ts';
import { useLanguage, useWords } from '../../kit/language.tsx';
import { LoginProblem } from '../../kit/login-problem.tsx';
import { Loading, Page } from '../../kit/page.tsx';
import { Retry } from '../../kit/retry.tsx';
import { endpoint, type Answer } from '../../kit/send.ts';
import { asPatient } from '../../kit/session.ts';
import { IntakeFormPages } from './intake-form.tsx';
import { IntakeSender, type LastInput } from './intake-sender.ts';
import { keptInput, nothing, type Pending } from './sealed-input.ts';

const read = endpoint<(typeof intakeEndpoints)['read']>('POST /intake/read');

type Loaded = Answer<{ intake: IntakePage | null }> & { kept?: Pending };

async function load(language: 'en' | 'es'): Promise<Loaded> {
  const found = await asPatient((token) => read({ language }, { token }));
  const intake = found.data?.intake;
  await IntakeSender.kept();
  return intake ? { ...found, kept: await keptInput(intake.IntakeId, intake.inputKey) } : found;
}

type Props = {
  /** At a kiosk: goes on to its next screen in place of saying that all is done. */
  onDone?: () => void;
  /** At a kiosk: there is no login to go back to. */
  onEnded?: () => void;
  /** At a kiosk: has what is not sent yet, for the moment when the patient stops. */
  onInput?: (input: LastInput | null) => void;
};

/** /intake (spec 2): the forms of the next visit, saved while they are filled in. */
export function Intake({ onDone, onEnded, onInput }: Props) {
  const words = useWords(intakeWords);
  const { language } = useLanguage();
  const [found, setFound] = useState<(Loaded & { language: string }) | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [place, setPlace] = useState('');
  const [isDone, setDone] = useState(false);
  const [expired, setExpired] = useState<401 | 403 | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void load(language).then((next) => {
      // Offline, an open page goes on in the language it has.
      if (isCurrent) setFound((before) => (next.error?.status === 0 && before?.data ? before : { ...next, language }));
    });
    return () => {
      isCurrent = false;
    };
  }, [attempt, language]);
  const isEnded = expired !== null || found?.error?.status === 401 || found?.error?.status === 403;
  const isOver = isDone || (found?.data && (found.data.intake === null || found.data.intake.isSubmitted));
  useEffect(() => {
    if (isEnded) onEnded?.();
    else if (isOver) onDone?.();
  }, [isEnded, isOver, onEnded, onDone]);
  if ((isEnded && onEnded) || (isOver && onDone)) return <Loading />;
  if (expired !== null) return <LoginProblem status={expired} message="" aupl={false} agl />;
  if (found === null) return <Loading />;
  if (found.error) {
    const { status } = found.error;
    if (status === 401 || status === 403)
      return <LoginProblem status={status} message={found.error.message} aupl={false} agl />;
    return <Retry error={found.error} onRetry={() => setAttempt(attempt + 1)} />;
  }
  const { intake } = found.data;
  if (intake === null) return <Page title={words.title} lead={words.none} />;
  const { clinic, phone } = intake;
  if (isDone || intake.isSubmitted)
    return <Page title={words.doneTitle} lead={words.done} clinic={clinic} phone={phone} />;
  return (
    <IntakeFormPages
      key={`${intake.IntakeId}.${found.language}`}
      intake={intake}
      kept={found.kept ?? nothing}
      onInput={onInput}
      place={place}
      onPlace={setPlace}
      onDone={() => setDone(true)}
      onExpired={setExpired}
    />
  );
}
