import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { AbandonReason, CheckinStep } from '#contract/kiosk/flow.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { Button } from '../kit/controls.tsx';
import { forgetLanguage, LanguageScope, useWords } from '../kit/language.tsx';
import { useOnePress } from '../kit/one-press.ts';
import { Loading, Page } from '../kit/page.tsx';
import { actForNobody } from '../kit/session.ts';
import type { LastInput } from '../pages/intake/intake-sender.ts';
import { Checkin } from './checkin.tsx';
import { abandonCheckin, typedOf } from './checkin-calls.ts';
import { Enroll } from './enroll.tsx';
import { FindVisit } from './find-visit.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { Home } from './kiosk-home.tsx';
import { sendLast } from './last-input.ts';
import { isKnownHere, useWelcome, type State } from './use-welcome.ts';

const loadOffline = () => import('./offline-arrival.tsx').then((file) => ({ default: file.OfflineArrival }));
const OfflineArrival = lazy(loadOffline);

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
  const [state, setState] = useState<State>(() => (isKnownHere() ? { at: 'home', isLoggedOut } : { at: 'loading' }));
  const { clinic, maySeal, unsent, welcome, onTold, onEnrolled } = useWelcome(isLoggedOut, setState);
  const [step, setStep] = useState<CheckinStep>('patientIntake');
  // Asked for while there is a connection, so that it is there when there is none.
  useEffect(() => void loadOffline().catch(() => undefined), []);

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
    return <Enroll wasRemoved={state.at === 'removed'} unsent={unsent} onEnrolled={onEnrolled} />;
  if (state.at === 'home' || state.at === 'offline') {
    const isOffline = state.at === 'offline';
    return (
      <Home
        {...{ clinic, state, maySeal, unsent }}
        onBegin={() => {
          // Whoever was here before has left: nothing of the form is kept on this tablet (kit/session.ts).
          actForNobody();
          setState(isOffline ? { at: 'arriving', known: null } : { at: 'find' });
        }}
        onRetry={() => void welcome()}
        onTold={onTold}
      />
    );
  }
  return (
    <IdleGuard onOver={() => void stop('idle')}>
      {state.at === 'find' && (
        <FindVisit
          clinic={clinic}
          onStarted={(checkin, visit, known) => setState({ at: 'checkin', checkin, visit, known })}
          onDesk={() => void stop('front desk')}
          onRefused={({ status }, known) => {
            if (status === 401) onWipe('done');
            else setState(maySeal ? { at: 'arriving', known: typedOf(known) } : { at: 'offline', isLoggedOut: false });
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
          onUnheard={
            maySeal
              ? () => {
                  actForNobody();
                  setState({ at: 'arriving', known: typedOf(state.known), isFound: true });
                }
              : undefined
          }
        />
      )}
      {state.at === 'arriving' && (
        <Suspense fallback={<Loading />}>
          <OfflineArrival
            clinic={clinic}
            first={state.known}
            isFound={state.isFound ?? false}
            onDesk={() => setState({ at: 'desk' })}
            onDone={() => onWipe('done')}
            onStop={() => onWipe('done')}
          />
        </Suspense>
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
