import { useState } from 'react';
import type { LinkedVisit, LinkPage, messageEndpoints } from '#contract/messages/endpoints.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { fill } from '#contract/words/language.ts';
import { inLanguage } from '#contract/words/refusals.ts';
import { visitWords } from '#contract/words/visit-page.ts';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';
import { endpoint, type Answer } from '../kit/send.ts';
import { showClock, showDay } from '../kit/when.ts';
import { readLink, type LinkPageProps } from './linked.tsx';

const confirm = endpoint<typeof messageEndpoints.confirm>('POST /messages/link/confirm');
const cannotCome = endpoint<typeof messageEndpoints.cannotCome>('POST /messages/link/cannotCome');
const anotherTime = endpoint<typeof messageEndpoints.anotherTime>('POST /messages/link/anotherTime');

type Props = LinkPageProps & { page: LinkPage & { visit: LinkedVisit } };

/** A visit as its patient sees it through a link: what can be done about it, each with a press of its own. */
export function LinkedVisitPart({ page, token, onPage }: Props) {
  const words = { ...useWords(visitWords), back: useWords(commonWords).back, failed: useWords(commonWords).failed };
  const { language } = useLanguage();
  const { visit } = page;
  const [asked, setAsked] = useState<'cancel' | 'time' | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOpen = visit.state === 'booked' || visit.state === 'confirmed';

  async function act(run: () => Promise<Answer<LinkPage>>): Promise<void> {
    setBusy(true);
    setFailure(null);
    const { data, error } = await run();
    if (error) {
      setFailure(inLanguage(error.message || words.failed, language));
      await showAsItIs();
    } else {
      onPage(data);
      setAsked(null);
    }
    setBusy(false);
  }
  /** A visit that refused may have been moved, canceled or begun since the page was read. */
  async function showAsItIs(): Promise<void> {
    const { data } = await readLink({ token });
    if (data === undefined) return;
    onPage(data);
    setAsked(null);
  }
  const seen = { token, Start: visit.Start };
  const when = { day: showDay(visit.Start, language), time: showClock(visit.Start, language) };

  return (
    <>
      <p className="when">{fill(words.at, when)}</p>
      <p className="place">{visit.place}</p>
      <Standing visit={visit} />
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      {isOpen && asked === null && (
        <div className="actions">
          {(visit.state === 'booked' || visit.asked !== null) && (
            <Button kind="filled" isBusy={isBusy} onClick={() => void act(() => confirm(seen))}>
              {words.confirm}
            </Button>
          )}
          <Button onClick={() => setAsked('cancel')}>{words.cannotCome}</Button>
          <Button onClick={() => setAsked('time')}>{words.anotherTime}</Button>
        </div>
      )}
      {isOpen && asked === 'cancel' && (
        <div className="actions">
          <p className="place">{visit.cancelsAtOnce ? words.cancelsNow : words.cancelsLater}</p>
          <Button kind="danger" isBusy={isBusy} onClick={() => void act(() => cannotCome(seen))}>
            {visit.cancelsAtOnce ? words.cancel : words.notify}
          </Button>
          <Button onClick={() => setAsked(null)}>{words.keep}</Button>
        </div>
      )}
      {isOpen && asked === 'time' && (
        <div className="actions">
          <Field label={words.whenSuits} hint={words.whenSuitsHint}>
            {({ id, describedBy }) => (
              <textarea
                id={id}
                aria-describedby={describedBy}
                rows={2}
                maxLength={200}
                autoComplete="off"
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            )}
          </Field>
          <Button kind="filled" isBusy={isBusy} onClick={() => void act(() => anotherTime({ ...seen, note }))}>
            {words.ask}
          </Button>
          <Button onClick={() => setAsked(null)}>{words.back}</Button>
        </div>
      )}
      <p className="foot">
        <a href={`/notificationSettings#${token}`}>{words.preferences}</a>
      </p>
    </>
  );
}

function Standing({ visit: { state, asked } }: { visit: LinkedVisit }) {
  const words = useWords(visitWords);
  if (state === 'cancelled') return <Notice kind="note">{words.isCanceled}</Notice>;
  if (state === 'passed') return <Notice kind="note">{words.isPassed}</Notice>;
  if (asked === 'anotherTime') return <Notice kind="note">{words.askedTime}</Notice>;
  if (asked === 'cannotCome') return <Notice kind="note">{words.askedCancel}</Notice>;
  return state === 'confirmed' ? <Notice kind="done">{words.isConfirmed}</Notice> : null;
}
