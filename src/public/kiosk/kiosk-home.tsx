import { commonWords } from '#contract/words/common-page.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { fill } from '#contract/words/language.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { forgetRefused } from './kept-arrivals.ts';

type Props = {
  clinic: string;
  state: { at: 'home' | 'offline'; isLoggedOut: boolean };
  /** Whether this tablet takes arrivals without a connection. */
  maySeal: boolean;
  /** Arrivals that the server could not take. */
  unsent: number;
  onBegin(): void;
  onRetry(): void;
  /** The front desk knows of those. */
  onTold(): void;
};

/** The first screen for each patient. */
export function Home({ clinic, state: { at, isLoggedOut }, maySeal, unsent, onBegin, onRetry, onTold }: Props) {
  const words = useWords(kioskWords);
  const common = useWords(commonWords);
  const isOffline = at === 'offline';
  const offlineLead = maySeal ? words.offlineCheckIn : words.offlineLead;
  return (
    <Page
      title={isOffline ? words.offlineTitle : words.welcome}
      lead={isOffline ? offlineLead : words.welcomeLead}
      clinic={clinic}
    >
      {isLoggedOut && <Notice kind="note">{words.logOut}</Notice>}
      <div className="actions">
        {(!isOffline || maySeal) && (
          <Button kind="filled" onClick={onBegin}>
            {words.begin}
          </Button>
        )}
        {isOffline && <Button onClick={onRetry}>{common.tryAgain}</Button>}
      </div>
      {unsent > 0 && (
        <>
          <Notice kind="note">{fill(words.unsent, { count: String(unsent) })}</Notice>
          <div className="actions">
            <Button onClick={() => void forgetRefused().then(onTold)}>{words.told}</Button>
          </div>
        </>
      )}
    </Page>
  );
}
