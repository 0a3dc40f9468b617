import '../public.css';
import './hep.css';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageScope } from '../kit/language.tsx';
import { Loading } from '../kit/page.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { workOffline } from './work-offline.ts';

const HomeProgramPage = lazy(async () => ({ default: (await import('./home-program-page.tsx')).HomeProgramPage }));

const root = document.getElementById('root');
if (!root) throw new Error('hep.html has no place for the page.');
createRoot(root).render(
  <StrictMode>
    <LanguageScope>
      <Trouble>
        <Suspense fallback={<Loading />}>
          <HomeProgramPage />
        </Suspense>
      </Trouble>
    </LanguageScope>
  </StrictMode>,
);
workOffline();
