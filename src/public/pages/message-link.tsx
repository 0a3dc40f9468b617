import { lazy, Suspense, useEffect } from 'react';
import type { LinkPage } from '#contract/messages/endpoints.ts';
import { loginAddress } from '#contract/patient-login/login-address.ts';
import { linkPurposes } from '#contract/patient-login/principal.ts';
import { visitWords } from '#contract/words/visit-page.ts';
import { fill } from '#contract/words/language.ts';
import { useWords } from '../kit/language.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { goTo, usePlace } from '../kit/place.ts';
import { linkTokenIn, readAhead, readLink } from '../kit/read-ahead.ts';
import { LinkLogin } from './link-login.tsx';
import { Linked, readReview, readSurvey } from './linked.tsx';
import { LinkedVisitPart } from './linked-visit.tsx';
import { Unsubscribe } from './unsubscribe.tsx';

const CheckinCode = lazy(async () => ({ default: (await import('./checkin-code.tsx')).CheckinCode }));

/** /s/:hash (spec 2): where the link of a message leads, by its purpose. */
export function MessageLink() {
  const words = useWords(visitWords);
  const token = linkTokenIn(usePlace().pathname);
  return (
    <Linked token={token} read={readLink}>
      {(page, onPage) => {
        const { visit, clinic, phone, about } = page;
        if (page.purpose === 'unsubscribe' && about !== null)
          return <Unsubscribe {...{ token, about, clinic, phone }} />;
        const { page: returnTo, level } = linkPurposes[page.purpose];
        // Its place is the kiosk: a phone shows it, and opens nothing with it.
        if (page.purpose === 'checkin')
          return (
            <Page title={words.codeTitle} clinic={clinic} phone={phone}>
              <Suspense fallback={<Loading />}>
                <CheckinCode token={token} />
              </Suspense>
            </Page>
          );
        // The link is all that such a page asks for.
        if (level === 'L0' && returnTo !== '/s')
          return <LeadTo address={`${returnTo}#${token}`} page={page} token={token} />;
        if (level === 'L1') return <LinkLogin {...{ token, clinic, phone, returnTo }} />;
        const [w = ''] = token.split('.');
        if (level === 'L2')
          return <LeadTo address={loginAddress({ returnTo, w, aupl: true, agl: false })} page={page} token={token} />;
        if (!visit) return <Page title={words.title} clinic={clinic} phone={phone} lead={words.gone} />;
        return (
          <Page title={words.title} clinic={clinic} phone={phone} lead={fill(words.hello, { name: page.name })}>
            <LinkedVisitPart page={{ ...page, visit }} token={token} onPage={onPage} />
          </Page>
        );
      }}
    </Linked>
  );
}

/** Over a slow connection each call that waits for another one is a fifth of a second. */
function begin(page: LinkPage, token: string): void {
  if (page.purpose === 'preferences') readAhead(readLink, token, page);
  if (page.purpose === 'survey') readAhead(readSurvey, token);
  if (page.purpose === 'review') readAhead(readReview, token);
}

function LeadTo({ address, page, token }: { address: string; page: LinkPage; token: string }) {
  useEffect(() => {
    begin(page, token);
    goTo(address, { replace: true });
  }, [address, page, token]);
  return <Loading />;
}
