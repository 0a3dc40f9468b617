import { useState, type FormEvent } from 'react';
import type { onlineReviewEndpoints, OnlineReviewPage } from '#contract/online-review/endpoints.ts';
import { longestPrivateNote } from '#contract/online-review/note-length.ts';
import { fill } from '#contract/words/language.ts';
import { reviewWords } from '#contract/words/review-page.ts';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { usePlace } from '../kit/place.ts';
import { endpoint } from '../kit/send.ts';
import { Linked, readReview } from './linked.tsx';
import './online-review.css';

const sendNote = endpoint<typeof onlineReviewEndpoints.note>('POST /onlineReview/page/note');

/** /onlineReview (spec 2): by the link of a message alone, and the same for all who have one. */
export function OnlineReview() {
  const token = usePlace().hash.slice(1);
  return (
    <Linked token={token} read={readReview}>
      {(page, onPage) => <BothWays {...{ page, token, onPage }} />}
    </Linked>
  );
}

type Props = { page: OnlineReviewPage; token: string; onPage(page: OnlineReviewPage): void };

/** A review that all can read, and a note that the clinic alone reads: what a patient thinks decides nothing about either. */
function BothWays({ page, token, onPage }: Props) {
  const words = useWords(reviewWords);
  const { clinic, phone, sites, isNoted } = page;
  return (
    <Page title={words.title} clinic={clinic} phone={phone} lead={words.lead}>
      <div className="both-ways">
        {sites.length > 0 && (
          <section className="card" aria-labelledby="public">
            <h2 id="public">{words.publicTitle}</h2>
            <p className="lead">{words.publicLead}</p>
            {sites.map(({ Name, Url }) => (
              <a key={Url} className="button" href={Url} target="_blank" rel="noopener noreferrer">
                {fill(words.site, { site: Name })}
              </a>
            ))}
          </section>
        )}
        <section className="card" aria-labelledby="private">
          <h2 id="private">{words.privateTitle}</h2>
          <p className="lead">{fill(words.privateLead, { clinic })}</p>
          {isNoted ? <Notice kind="done">{words.sent}</Notice> : <PrivateNote token={token} onPage={onPage} />}
        </section>
      </div>
    </Page>
  );
}

function PrivateNote({ token, onPage }: Pick<Props, 'token' | 'onPage'>) {
  const words = useWords(reviewWords);
  const { failure, show } = useFailure();
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isMissing = isTried && note.trim() === '';

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (note.trim() === '' || isBusy) return;
    setBusy(true);
    const { data, error } = await sendNote({ token, note: note.trim() });
    setBusy(false);
    if (error) show(error);
    else onPage(data);
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Field label={words.note} error={isMissing ? words.empty : undefined}>
        {({ id, describedBy, isWrong }) => (
          <textarea
            id={id}
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            rows={3}
            maxLength={longestPrivateNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <Button type="submit" isBusy={isBusy}>
        {words.send}
      </Button>
    </form>
  );
}
