import { useState } from 'react';
import type { OfferShown, waitlistEndpoints } from '#contract/waitlist/endpoints.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { fill } from '#contract/words/language.ts';
import { offerWords } from '#contract/words/offer-page.ts';
import { inLanguage } from '#contract/words/refusals.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { usePlace } from '../kit/place.ts';
import { endpoint } from '../kit/send.ts';
import { showClock, showDay } from '../kit/when.ts';
import { Linked } from './linked.tsx';

const readOffer = endpoint<typeof waitlistEndpoints.readOffer>('POST /actionFillRequest/read');
const answerOffer = endpoint<typeof waitlistEndpoints.answerOffer>('POST /actionFillRequest');

/** /actionFillRequest (spec 2): where an offer of a free time leads. */
export function Offer() {
  const token = usePlace().hash.slice(1);
  const words = useWords(offerWords);
  return (
    <Linked token={token} read={readOffer}>
      {(offer, onOffer) => {
        const { state, FirstName, isOnList } = offer;
        const lead = fill(words[`${state}Lead`], { name: FirstName });
        const stays = state !== 'open' && state !== 'done' && isOnList ? ` ${words.stays}` : '';
        return (
          <Page title={words[`${state}Title`]} lead={<span role="status">{lead + stays}</span>}>
            <Time offer={offer} />
            <Answers token={token} offer={offer} onOffer={onOffer} />
          </Page>
        );
      }}
    </Linked>
  );
}

function Time({ offer: { Start, End, clinic } }: { offer: OfferShown }) {
  const words = useWords(offerWords);
  const { language } = useLanguage();
  const span = { from: showClock(Start, language), to: showClock(End, language) };
  return (
    <>
      <p className="when">{showDay(Start, language)}</p>
      <p className="place">
        {fill(words.span, span)}
        <br />
        {clinic}
      </p>
    </>
  );
}

type Props = { token: string; offer: OfferShown; onOffer(offer: OfferShown): void };

/** The two answers; only pressing one of them changes anything. */
function Answers({ token, offer: { state, insteadOf }, onOffer }: Props) {
  const words = { ...useWords(offerWords), failed: useWords(commonWords).failed };
  const { language } = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (state !== 'open' && state !== 'declined') return null;

  async function give(answer: 'accept' | 'decline'): Promise<void> {
    setBusy(true);
    setFailure(null);
    const { data, error } = await answerOffer({ token, answer });
    if (error) setFailure(inLanguage(error.message || words.failed, language));
    else onOffer(data);
    setBusy(false);
  }
  const when =
    insteadOf === null
      ? ''
      : fill(words.at, { day: showDay(insteadOf, language), time: showClock(insteadOf, language) });
  return (
    <>
      {when !== '' && <p>{fill(words.replaces, { when })}</p>}
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="actions">
        <Button kind="filled" isBusy={isBusy} onClick={() => void give('accept')}>
          {words.accept}
        </Button>
        {state === 'open' && (
          <Button isBusy={isBusy} onClick={() => void give('decline')}>
            {words.decline}
          </Button>
        )}
      </div>
    </>
  );
}
