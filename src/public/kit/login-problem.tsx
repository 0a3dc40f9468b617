import { loginAddress } from '#contract/patient-login/login-address.ts';
import { loginWords } from '#contract/words/login-page.ts';
import { refusals } from '#contract/words/refusals.ts';
import { useLanguage, useWords } from './language.tsx';
import { Page } from './page.tsx';
import { usePlace } from './place.ts';
import { lastSite } from './session.ts';

type Props = { status: 401 | 403; message: string; aupl: boolean; agl: boolean };

/** A login that has ended or does not fit (spec 8); the way back keeps the site, what is allowed, and this page. */
export function LoginProblem({ status, aupl, agl }: Props) {
  const words = useWords(loginWords);
  const { language } = useLanguage();
  const { pathname, search, hash, searchParams } = usePlace();
  const w = searchParams.get('w') ?? lastSite();
  const sentence = (status === 401 ? refusals.loginExpired : refusals.loginProblem)[language];
  return (
    <Page title={words.title} lead={<span role="alert">{sentence}</span>}>
      {w !== null && (
        <p className="foot">
          <a href={loginAddress({ returnTo: pathname + search + hash, w, aupl, agl })}>{words.goToLogin}</a>
        </p>
      )}
    </Page>
  );
}
