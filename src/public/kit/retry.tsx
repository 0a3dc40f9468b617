import { commonWords } from '#contract/words/common-page.ts';
import { inLanguage } from '#contract/words/refusals.ts';
import { Button } from './controls.tsx';
import { useLanguage, useWords } from './language.tsx';
import { Page } from './page.tsx';

/** A page that could not be fetched: no connection, or a server that refused. */
export function Retry({ error, onRetry }: { error: { status: number; message: string }; onRetry(): void }) {
  const words = useWords(commonWords);
  const { language } = useLanguage();
  const isOffline = error.status === 0;
  return (
    <Page
      title={isOffline ? words.offlineTitle : words.errorTitle}
      lead={isOffline ? words.offline : inLanguage(error.message || words.failed, language)}
    >
      <div className="actions">
        <Button kind="filled" onClick={onRetry}>
          {words.tryAgain}
        </Button>
      </div>
    </Page>
  );
}
