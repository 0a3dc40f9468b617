import { useState } from 'react';
import type { LinkedVisit } from '#contract/messages/endpoints.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { visitWords } from '#contract/words/visit-page.ts';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';

type Props = {
  visit: LinkedVisit;
  /** Each tells whether it was done. */
  onConfirm(): Promise<boolean>;
  onCannotCome(): Promise<boolean>;
  onAnotherTime(note: string): Promise<boolean>;
};

/** What a patient does about a visit, each with a press of its own, and what came of it. */
export function VisitAnswers({ visit, onConfirm, onCannotCome, onAnotherTime }: Props) {
  const words = useWords(visitWords);
  const { back } = useWords(commonWords);
  const [asked, setAsked] = useState<'cancel' | 'time' | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isOpen = visit.state === 'booked' || visit.state === 'confirmed';

  async function act(run: () => Promise<boolean>): Promise<void> {
    setBusy(true);
    await run();
    setBusy(false);
    // What was refused shows why, over the visit as it is.
    setAsked(null);
  }
  return (
    <>
      <Standing visit={visit} />
      {isOpen && asked === null && (
        <div className="actions">
          {(visit.state === 'booked' || visit.asked !== null) && (
            <Button kind="filled" isBusy={isBusy} onClick={() => void act(onConfirm)}>
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
          <Button kind="danger" isBusy={isBusy} onClick={() => void act(onCannotCome)}>
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
          <Button kind="filled" isBusy={isBusy} onClick={() => void act(() => onAnotherTime(note))}>
            {words.ask}
          </Button>
          <Button onClick={() => setAsked(null)}>{back}</Button>
        </div>
      )}
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
