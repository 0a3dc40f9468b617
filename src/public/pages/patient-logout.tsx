import { useCallback, useEffect, useState } from 'react';
import { loginAddress, readLoginAddress } from '#contract/patient-login/login-address.ts';
import { fill } from '#contract/words/language.ts';
import { loginWords } from '#contract/words/login-page.ts';
import { forgetPrograms, Programs } from '../hep/kept-program.ts';
import { sendLogs } from '../hep/send-logs.ts';
import { Button } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { goTo, usePlace } from '../kit/place.ts';
import { lastSite, logOut, subjectHere } from '../kit/session.ts';

type Props = {
  /** Where to go on after another login. */
  returnTo?: string;
  /** Sends what waits, and answers how many entries are left: on a page that knows more than the phone keeps. */
  send?: () => Promise<number>;
  onStay?: () => void;
};
type State = { at: 'busy' | 'out' | 'offline' } | { at: 'waiting'; count: number };

/** /patientLogout (spec 2): ends the session, and what these pages keep on the device goes; nothing unsent unasked. */
export function PatientLogout({ returnTo = '/patient_visits', send = sendKept, onStay = toProgram }: Props) {
  const { searchParams } = usePlace();
  const words = useWords(loginWords);
  const w = readLoginAddress(searchParams).w ?? lastSite();
  const [state, setState] = useState<State>({ at: 'busy' });
  const leave = useCallback(async (): Promise<void> => {
    setState({ at: 'busy' });
    const subject = await subjectHere();
    const { error } = await logOut();
    // After it: what a call that is under way still brings is nobody's by now.
    await forgetPrograms(subject);
    setState({ at: error ? 'offline' : 'out' });
  }, []);
  // Once: where it was begun, drawing the page again changes nothing.
  const [begin] = useState(() => async () => {
    const count = await send();
    if (count > 0) setState({ at: 'waiting', count });
    else await leave();
  });
  useEffect(() => void begin(), [begin]);
  if (state.at === 'busy') return <Loading />;
  if (state.at === 'waiting') {
    const { count } = state;
    const lead = count === 1 ? words.waitingOne : fill(words.waitingMany, { count: String(count) });
    return (
      <Page title={words.waitingTitle} lead={<span role="alert">{lead}</span>}>
        <div className="actions">
          <Button kind="filled" onClick={onStay}>
            {words.stay}
          </Button>
          <Button kind="danger" onClick={() => void leave()}>
            {words.outAnyway}
          </Button>
        </div>
      </Page>
    );
  }
  return (
    <Page title={words.outTitle} lead={state.at === 'out' ? words.outLead : words.outOffline}>
      {w !== null && (
        <p className="foot">
          <a href={loginAddress({ returnTo, w, aupl: false, agl: true })}>{words.logIn}</a>
        </p>
      )}
    </Page>
  );
}

const toProgram = (): void => goTo('/hep');

/** What the phone keeps of who is logged in. */
async function sendKept(): Promise<number> {
  const subject = await subjectHere();
  const programs = new Programs();
  const kept = subject === null ? null : await programs.read(subject);
  let left = kept?.unsent.length ?? 0;
  if (kept)
    await sendLogs(programs, kept, {
      answered({ unsent }) {
        left = unsent.length;
      },
    });
  return left;
}
