import { useCallback, useEffect, useState } from 'react';
import type { Arriving } from '#contract/kiosk/endpoints.ts';
import type { AbandonReason, CheckinStep } from '#contract/kiosk/flow.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { forgetLanguage, LanguageScope, useWords } from '../kit/language.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { actForNobody } from '../kit/session.ts';
import { Checkin } from './checkin.tsx';
import { abandonCheckin, type Checkin as Started } from './checkin-calls.ts';
import { forgetTablet, greet, isEnrolled, type Place } from './device.ts';
import { Enroll } from './enroll.tsx';
import { FindVisit } from './find-visit.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { takeNewVersion } from './shell.ts';

/** Often enough for the list of kiosks, and to notice soon that this one was removed. */
const greetMs = 60_000;

type State =
  | { at: 'loading' | 'enroll' | 'removed' | 'noStorage' }
  | { at: 'home' | 'offline'; isLoggedOut: boolean }
  | { at: 'find' | 'desk' }
  | { at: 'checkin'; checkin: Started; visit: Arriving };

/** /kiosk (spec 2). What one patient saw or typed is gone with `round`, by which everything is drawn anew. */
export function KioskApp() {
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
    const { data, error } = await greet();
    if (error?.status === 401) {
      actForNobody();
      await forgetTablet();
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

  const stop = (reason: AbandonReason) => {
    if (state.at === 'checkin') abandonCheckin(state.checkin, step, reason);
    if (reason === 'front desk') setState({ at: 'desk' });
    else onWipe(reason === 'idle' ? 'idle' : 'done');
  };
  if (state.at === 'loading') return <Loading />;
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
    <IdleGuard onOver={() => stop('idle')}>
      {state.at === 'find' && (
        <FindVisit
          clinic={clinic}
          onStarted={(checkin, visit) => setState({ at: 'checkin', checkin, visit })}
          onDesk={() => stop('front desk')}
          onRefused={({ status }) => {
            if (status === 401) onWipe('done');
            else setState({ at: 'offline', isLoggedOut: false });
          }}
          onStop={() => stop('patient')}
        />
      )}
      {state.at === 'checkin' && (
        <Checkin
          clinic={clinic}
          checkin={state.checkin}
          visit={state.visit}
          onStep={setStep}
          onDesk={() => stop('front desk')}
          onDone={() => onWipe('done')}
          onStop={() => stop('patient')}
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
