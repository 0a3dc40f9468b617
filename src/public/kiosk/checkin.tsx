import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Arriving } from '#contract/kiosk/endpoints.ts';
import { nextStep, type CheckinStep } from '#contract/kiosk/flow.ts';
import { fill } from '#contract/words/language.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { Button } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';
import { Loading, Page } from '../kit/page.tsx';
import type { LastInput } from '../pages/intake/intake-sender.ts';
import { finishCheckin, type Checkin as Started } from './checkin-calls.ts';

const Intake = lazy(async () => ({ default: (await import('../pages/intake/intake.tsx')).Intake }));

const OnlineScheduling = lazy(async () => ({
  default: (await import('../pages/online-scheduling.tsx')).OnlineScheduling,
}));

/** How long the last screen stays. */
const seatedMs = 10_000;
const againMs = 5_000;

type Props = {
  clinic: string;
  checkin: Started;
  visit: Arriving;
  /** Has what is typed and not sent, while forms are open. */
  onInput(input: LastInput | null): void;
  onStep(step: CheckinStep): void;
  onDesk(): void;
  onDone(): void;
  onStop(): void;
  /** The connection went before the arrival was told; undefined where this tablet can't keep it. */
  onUnheard: (() => void) | undefined;
};

/** The screens of a check-in, one after the other (contract/kiosk/flow.ts). */
export function Checkin({ clinic, checkin, visit, onInput, onStep, onDesk, onDone, onStop, onUnheard }: Props) {
  const words = useWords(kioskWords);
  const [step, setStep] = useState(() => nextStep(null, checkin.steps));
  useEffect(() => onStep(step), [step, onStep]);
  if (step === 'success') return <Success {...{ clinic, checkin, visit, onDesk, onDone, onUnheard }} />;
  const goOn = () => setStep(nextStep(step, checkin.steps));
  return (
    <>
      <Suspense fallback={<Loading />}>
        {step === 'onlineScheduling' ? (
          <OnlineScheduling onDone={goOn} onEnded={onDesk} />
        ) : (
          <Intake onInput={onInput} onDone={goOn} onEnded={onDesk} />
        )}
      </Suspense>
      <p className="stop">
        <Button onClick={onStop}>{words.stop}</Button>
      </p>
    </>
  );
}

type SuccessProps = Pick<Props, 'clinic' | 'checkin' | 'visit' | 'onDesk' | 'onDone' | 'onUnheard'>;

function Success({ clinic, checkin, visit, onDesk, onDone, onUnheard }: SuccessProps) {
  const words = useWords(kioskWords);
  const [isSeated, setSeated] = useState(false);
  // Whatever is drawn anew around it, it is sent once and stays its ten seconds.
  const then = useRef({ onDesk, onDone, onUnheard });
  useEffect(() => {
    then.current = { onDesk, onDone, onUnheard };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const send = async () => {
      const { error } = await finishCheckin(checkin);
      if (!isCurrent) return;
      // Told twice it is one arrival: the server may have heard of it all the same.
      if (error?.status === 0 && then.current.onUnheard) then.current.onUnheard();
      // The same call again changes nothing.
      else if (error?.status === 0) timer = setTimeout(() => void send(), againMs);
      else if (error) then.current.onDesk();
      else setSeated(true);
    };
    void send();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [checkin]);
  useEffect(() => {
    if (!isSeated) return undefined;
    const timer = setTimeout(() => then.current.onDone(), seatedMs);
    return () => clearTimeout(timer);
  }, [isSeated]);
  if (!isSeated) return <Page title={words.moment} clinic={clinic} />;
  return (
    <Page title={words.doneTitle} lead={fill(words.doneLead, { name: visit.FirstName })} clinic={clinic}>
      <div className="actions">
        <Button kind="filled" onClick={onDone}>
          {words.doneButton}
        </Button>
      </div>
    </Page>
  );
}
