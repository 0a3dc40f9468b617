import { useEffect, useState, type ReactNode } from 'react';
import type { LinkPage } from '#contract/messages/endpoints.ts';
import type { onlineReviewEndpoints } from '#contract/online-review/endpoints.ts';
import type { surveyEndpoints } from '#contract/surveys/endpoints.ts';
import { commonWords } from '#contract/words/common-page.ts';
import type { Language } from '#contract/words/language.ts';
import { inLanguage } from '#contract/words/refusals.ts';
import { Button } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { answerOf, type Read } from '../kit/read-ahead.ts';
import { endpoint, type Answer } from '../kit/send.ts';

export const readSurvey = endpoint<typeof surveyEndpoints.read>('POST /survey/read');
export const readReview = endpoint<typeof onlineReviewEndpoints.page>('POST /onlineReview/page');

type Props<T> = {
  token: string;
  read: Read<T>;
  children: (found: T, onFound: (found: T) => void) => ReactNode;
};

/** What a token from a message opens, once it is known; until then, and where it opens nothing, what there is to say. */
export function Linked<T extends object>({ token, read, children }: Props<T>) {
  const words = useWords(commonWords);
  const { language, suggest } = useLanguage();
  const [found, setFound] = useState<Answer<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (token === '') return;
    void answerOf(read, token).then((answer) => {
      setFound(answer);
      const { language: own } = (answer.data ?? {}) as { language?: Language | null };
      if (own) suggest(own);
    });
  }, [token, read, attempt, suggest]);

  if (token === '') return <Page title={words.deadTitle} lead={words.linkCut} />;
  if (found === null) return <Loading />;
  if (found.error?.status === 0)
    return (
      <Page title={words.offlineTitle} lead={words.offlineLead}>
        <div className="actions">
          <Button kind="filled" onClick={() => setAttempt(attempt + 1)}>
            {words.tryAgain}
          </Button>
        </div>
      </Page>
    );
  if (found.error)
    return <Page title={words.deadTitle} lead={inLanguage(found.error.message || words.unreadable, language)} />;
  return children(found.data, (data) => setFound({ data }));
}

/** A token stands in the fragment of an address, which no server and no log sees. */
export type LinkPageProps = { page: LinkPage; token: string; onPage(page: LinkPage): void };
