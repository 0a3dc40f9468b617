import { useEffect, useState } from 'react';
import { loginAddress, readLoginAddress } from '#contract/patient-login/login-address.ts';
import { loginWords } from '#contract/words/login-page.ts';
import { useWords } from '../kit/language.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { usePlace } from '../kit/place.ts';
import { lastSite, logOut } from '../kit/session.ts';

/** /patientLogout (spec 2): ends the session, and what these pages keep on the device goes. */
export function PatientLogout() {
  const { searchParams } = usePlace();
  const words = useWords(loginWords);
  const w = readLoginAddress(searchParams).w ?? lastSite();
  const [state, setState] = useState<'busy' | 'out' | 'offline'>('busy');
  useEffect(() => void logOut().then(({ error }) => setState(error ? 'offline' : 'out')), []);
  if (state === 'busy') return <Loading />;
  return (
    <Page title={words.outTitle} lead={state === 'out' ? words.outLead : words.outOffline}>
      {w !== null && (
        <p className="foot">
          <a href={loginAddress({ returnTo: '/patient_visits', w, aupl: false, agl: true })}>{words.logIn}</a>
        </p>
      )}
    </Page>
  );
}
