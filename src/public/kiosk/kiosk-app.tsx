import { useCallback, useEffect, useRef, useState } from 'react';
import type { Arriving } from '#contract/kiosk/endpoints.ts';
import type { AbandonReason, CheckinStep } from '#contract/kiosk/flow.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { forgetLanguage, LanguageScope, useWords } from '../kit/language.tsx';
import { useOnePress } from '../kit/one-press.ts';
import { Loading, Page } from '../kit/page.tsx';
import { actForNobody } from '../kit/session.ts';
import type { LastInput } from '../pages/intake/intake-sender.ts';
import { Checkin } from './checkin.tsx';
import { abandonCheckin, type Checkin as Started } from './checkin-calls.ts';
import { greet, greetOrForget, isEnrolled, type Place } from './device.ts';
import { Enroll } from './enroll.tsx';
import { FindVisit } from './find-visit.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { sendLast } from './last-input.ts';
import { takeNewVersion } from './shell.ts';

/** Often enough for the list of kiosks, and to notice soon that this one was removed. */
const greetMs = 60_000;

type State =
  | { at: 'loading' | 'enroll' | 'removed' | 'noStorage' }
  | { at: 'home' | 'offline'; isLoggedOut: boolean }
  | { at: 'find' | 'ending' | 'desk' }
  | { at: 'checkin'; checkin: Started; visit: Arriving };

/** /kiosk (spec 2). What one patient saw or typed is gone with `round`, by which everything is drawn anew. */
export function KioskApp() {
  useOnePress();
  const [round, setRound] = useState(0);
  const [isLoggedOut, setLoggedOut] = useState(false);
  const wipe = useCallback((why: 'idle' | 'done') => {
    actForNobody();
    forgetLanguage();
    setLoggedOut(why === 'idle');
    setRound((before) => before + 1);
  }, []);
  return (
    <LanguageScope key={round}>
      <Kiosk isLoggedOut={isLoggedOut} onWipe={wipe} />
    </LanguageScope>
  );
}

type Props = { isLoggedOut: boolean; onWipe(why: 'idle' | 'done'): void };

function Kiosk({ isLoggedOut, onWipe }: Props) {
  const words = useWords(commonWords);
  const own = useWords(kioskWords);
  const [state, setState] = useState<State>(() =>
    lastPlace === null ? { at: 'loading' } : { at: 'home', isLoggedOut },
  );
  const [place, setPlace] = useState<Place | null>(lastPlace);
  const clinic = place?.clinic ?? '';
  const [step, setStep] = useState<CheckinStep>('patientIntake');

  const welcome = useCallback(async (): Promise<void> => {
    if (!(await isEnrolled())) return setState({ at: 'enroll' });
    const first = await greet();
    const { data, error } = first.error?.status === 401 ? await greetOrForget() : first;
    if (error?.status === 401) {
      actForNobody();
      return setState({ at: 'removed' });
    }
    if (data) setPlace((lastPlace = data));
    setState((before) =>
      before.at === 'loading' || before.at === 'home' || before.at === 'offline'
        ? { at: error ? 'offline' : 'home', isLoggedOut }
        : before,
    );
  }, [isLoggedOut]);
  useEffect(() => {
    const now = () => void welcome().catch(() => setState({ at: 'noStorage' }));
    now();
    takeNewVersion();
    const timer = setInterval(now, greetMs);
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [welcome]);

  const input = useRef<LastInput | null>(null);
  const hearInput = useCallback((last: LastInput | null) => {
    input.current = last;
  }, []);
  const isEnding = useRef(false);
  const stop = async (reason: AbandonReason): Promise<void> => {
    if (isEnding.current) return;
    if (state.at === 'checkin') {
      isEnding.current = true;
      const last = input.current;
      // Nothing of the patient is shown from here on, and nobody else begins before what they typed is sent.
      setState({ at: 'ending' });
      if (last) await sendLast(last);
      abandonCheckin(state.checkin, step, reason);
      isEnding.current = false;
    }
    if (reason === 'front desk') setState({ at: 'desk' });
    else onWipe(reason === 'idle' ? 'idle' : 'done');
  };
  if (state.at === 'loading' || state.at === 'ending') return <Loading />;
  if (state.at === 'noStorage') return <Page title={words.errorTitle} lead={own.noStorage} />;
  if (state.at === 'enroll' || state.at === 'removed')
    return (
      <Enroll
        wasRemoved={state.at === 'removed'}
        onEnrolled={(found) => {
          setPlace((lastPlace = found));
          setState({ at: 'home', isLoggedOut: false });
        }}
      />
    );
  if (state.at === 'home' || state.at === 'offline')
    return <Home {...{ clinic, state }} onBegin={() => setState({ at: 'find' })} onRetry={() => void welcome()} />;
  return (
    <IdleGuard onOver={() => void stop('idle')}>
      {state.at === 'find' && (
        <FindVisit
          clinic={clinic}
          onStarted={(checkin, visit) => setState({ at: 'checkin', checkin, visit })}
          onDesk={() => void stop('front desk')}
          onRefused={({ status }) => {
            if (status === 401) onWipe('done');
            else setState({ at: 'offline', isLoggedOut: false });
          }}
          onStop={() => void stop('patient')}
        />
      )}
      {state.at === 'checkin' && (
        <Checkin
          clinic={clinic}
          checkin={state.checkin}
          visit={state.visit}
          onInput={hearInput}
          onStep={setStep}
          onDesk={() => void stop('front desk')}
          onDone={() => onWipe('done')}
          onStop={() => void stop('patient')}
        />
      )}
      {state.at === 'desk' && (
        <Page title={own.deskTitle} lead={own.deskLead} clinic={clinic}>
          <div className="actions">
            <Button kind="filled" onClick={() => onWipe('done')}>
              {own.doneButton}
            </Button>
          </div>
        </Page>
      )}
    </IdleGuard>
  );
}

/** Of the clinic alone, for the next patient's first screen. */
let lastPlace: Place | null = null;

type HomeProps = {
  clinic: string;
  state: { at: 'home' | 'offline'; isLoggedOut: boolean };
  onBegin(): void;
  onRetry(): void;
};

function Home({ clinic, state: { at, isLoggedOut }, onBegin, onRetry }: HomeProps) {
  const words = useWords(kioskWords);
  const common = useWords(commonWords);
  const isOffline = at === 'offline';
  return (
    <Page
      title={isOffline ? words.offlineTitle : words.welcome}
      lead={isOffline ? words.offlineLead : words.welcomeLead}
      clinic={clinic === '' ? undefined : clinic}
    >
      {isLoggedOut && <Notice kind="note">{words.logOut}</Notice>}
      <div className="actions">
        {isOffline ? (
          <Button onClick={onRetry}>{common.tryAgain}</Button>
        ) : (
          <Button kind="filled" onClick={onBegin}>
            {words.begin}
          </Button>
        )}
      </div>
    </Page>
  );
}
