import '../pages/intake/intake.css';
import { useEffect, useRef, useState } from 'react';
import type { IntakeForm } from '#contract/intake/form.ts';
import type { BlankForms } from '#contract/kiosk/arrival.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { Button } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import type { Typed } from './checkin-calls.ts';
import { formsHere } from './device.ts';
import { keepArrival } from './kept-arrivals.ts';
import { OfflineForms } from './offline-forms.tsx';
import { WhoForm } from './who-form.tsx';

/** How long the last screen stays. */
const toldMs = 10_000;

type Props = {
  clinic: string;
  /** Typed before the connection went. */
  first: Typed | null;
  /** Their visit was found before the connection went: it is kept at once, without forms. */
  isFound: boolean;
  onDesk(): void;
  onDone(): void;
  onStop(): void;
};

/** An arrival without a connection: who it is, blank forms for who wants them, then sealed and kept until it is sent. */
export function OfflineArrival({ clinic, first, isFound, onDesk, onDone, onStop }: Props) {
  const words = useWords(kioskWords);
  const [known, setKnown] = useState(first);
  const [at, setAt] = useState<'asked' | 'forms' | 'kept'>('asked');
  const isKeeping = useRef(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (at !== 'kept') return undefined;
    const timer = setTimeout(() => done.current(), toldMs);
    return () => clearTimeout(timer);
  }, [at]);

  async function keep(who: Typed, forms: BlankForms | null): Promise<void> {
    if (isKeeping.current) return;
    isKeeping.current = true;
    const isKept = await keepArrival({ ...who, forms });
    isKeeping.current = false;
    if (isKept) setAt('kept');
    else onDesk();
  }
  const [inAll, setInAll] = useState<readonly IntakeForm[] | null>(null);
  useEffect(() => {
    formsHere().then(setInAll, () => setInAll([]));
  }, []);
  const isBegun = useRef(false);
  const isAtOnce = isFound || inAll?.length === 0;
  useEffect(() => {
    if (!isAtOnce || known === null || isBegun.current) return;
    isBegun.current = true;
    void keep(known, null);
  });
  if (known === null)
    return <WhoForm {...{ clinic, onStop }} isBusy={false} failure={null} isAgain={false} onKnown={setKnown} />;
  if (at === 'asked' && (isAtOnce || inAll === null)) return <Page title={words.moment} clinic={clinic} />;
  if (at === 'kept')
    return (
      <Page title={words.tellDeskTitle} lead={words.tellDeskLead} clinic={clinic}>
        <div className="actions">
          <Button kind="filled" onClick={onDone}>
            {words.doneButton}
          </Button>
        </div>
      </Page>
    );
  if (at === 'forms')
    return (
      <OfflineForms
        {...{ clinic, onStop }}
        inAll={inAll ?? []}
        DateOfBirth={known.DateOfBirth}
        onFilled={(forms) => void keep(known, forms)}
        onBack={() => setAt('asked')}
      />
    );
  return (
    <Page title={words.formsTitle} lead={words.formsLead} clinic={clinic}>
      <div className="actions">
        <Button kind="filled" onClick={() => void keep(known, null)}>
          {words.noForms}
        </Button>
        <Button onClick={() => setAt('forms')}>{words.fillIn}</Button>
        <Button onClick={onStop}>{words.stop}</Button>
      </div>
    </Page>
  );
}
