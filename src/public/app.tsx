import { createElement, lazy, Suspense, useEffect, type ComponentType } from 'react';
import { publicPageOf, type PublicPage } from '#contract/public/paths.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { LanguageScope, useWords } from './kit/language.tsx';
import { useOnePress } from './kit/one-press.ts';
import { Loading, Page } from './kit/page.tsx';
import { usePlace } from './kit/place.ts';
import { Trouble } from './kit/trouble.tsx';

type Loaded = Promise<{ default: ComponentType }>;
const page = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) =>
  lazy(async (): Loaded => ({ default: (await load())[name] }));

/** The pages that are there; each comes with the first address that needs it. */
const pages: { [P in PublicPage]?: ComponentType } = {
  s: page(() => import('./pages/message-link.tsx'), 'MessageLink'),
  actionFillRequest: page(() => import('./pages/offer.tsx'), 'Offer'),
  patientLogin: page(() => import('./pages/patient-login.tsx'), 'PatientLogin'),
  patientLogout: page(() => import('./pages/patient-logout.tsx'), 'PatientLogout'),
  patient_visits: page(() => import('./pages/patient-visits.tsx'), 'PatientVisits'),
  intake: page(() => import('./pages/intake/intake.tsx'), 'Intake'),
  survey: page(() => import('./pages/survey.tsx'), 'Survey'),
  onlineReview: page(() => import('./pages/online-review.tsx'), 'OnlineReview'),
  onlineScheduling: page(() => import('./pages/online-scheduling.tsx'), 'OnlineScheduling'),
  notificationSettings: page(() => import('./pages/preferences.tsx'), 'Preferences'),
};

/** Pages for patients: by the first part of the address, without anything of the staff's. */
export function PublicApp() {
  useOnePress();
  return (
    <LanguageScope>
      <Trouble>
        <Suspense fallback={<Loading />}>
          <Switch />
        </Suspense>
      </Trouble>
    </LanguageScope>
  );
}

function Switch() {
  const { pathname, hash } = usePlace();
  const name = publicPageOf(pathname);
  // Newer browsers answer with a promise, which is no way to take an effect back.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [name]);
  // Another token is another person's page: nothing of the one before stays.
  const shown = name && pages[name];
  return shown ? createElement(shown, { key: pathname + hash }) : <NoPage />;
}

function NoPage() {
  const words = useWords(commonWords);
  return <Page title={words.noPageTitle} lead={words.noPageLead} />;
}
