import { useEffect, useState, type FormEvent } from 'react';
import { holdLimits, leastFillMs } from '#contract/online-scheduling/hold-limits.ts';
import type {
  OnlineBooking,
  onlineSchedulingEndpoints,
  OnlineOption,
  OnlineOptions,
} from '#contract/online-scheduling/endpoints.ts';
import { fill } from '#contract/words/language.ts';
import { refusals } from '#contract/words/refusals.ts';
import { schedulingWords } from '#contract/words/scheduling-page.ts';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { endpoint, type Refused } from '../kit/send.ts';
import { asPatient, mayKeepInput } from '../kit/session.ts';
import { showClock, showDay } from '../kit/when.ts';
import type { Draft, Kept } from './online-kept.ts';
import { MessagesAndTrap, PersonFields } from './online-person.tsx';

type Table = typeof onlineSchedulingEndpoints;
const book = endpoint<Table['book']>('POST /onlineScheduling/book');
const extend = endpoint<Table['extendHold']>('PUT /onlineScheduling/holds/:id');

type Props = {
  kept: Kept;
  option: OnlineOption;
  options: OnlineOptions;
  draft: Draft;
  /** Resolves once it is kept. */
  onDraft(more: Partial<Draft>): Promise<void>;
  onKept(kept: Kept): void;
  onBooked(booking: OnlineBooking): void;
  onOther(): void;
  /** The time is no longer held, or the login is over. */
  onGone(error: Refused): void;
};

/** The held time, what the clinic asks for, and the button that books. */
export function FinishBooking(props: Props) {
  const { kept, option, options, draft, onDraft, onKept, onBooked, onOther, onGone } = props;
  const words = useWords(schedulingWords);
  const { language } = useLanguage();
  const { clinic, phone, kind, facilities } = options;
  const { HoldId, Start, End, provider } = kept.hold;
  const isNew = kind === 'unrecognized';
  const { FirstName, LastName, wantsMessages, answers } = draft;
  const [leftEmpty, setLeftEmpty] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();
  const isNamed = !isNew || (FirstName.trim() !== '' && LastName.trim() !== '');
  const facility = facilities.find((one) => one.FacilityId === option.FacilityId);

  /** The same for every try, also of a page that is loaded again: a reply that was lost books once. */
  async function visitOf(): Promise<string> {
    if (draft.visit?.HoldId === HoldId) return draft.visit.VisitId;
    const visit = { HoldId, VisitId: crypto.randomUUID() as string };
    await onDraft({ visit });
    return visit.VisitId;
  }
  function untilTyped(): Promise<void> {
    const left = kept.since + leastFillMs - Date.now();
    return new Promise((resolve) => void setTimeout(resolve, Math.max(0, left)));
  }
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isBusy || !isNamed) return;
    setBusy(true);
    const VisitId = await visitOf();
    const person = isNew ? { FirstName, LastName, wantsMessages, language, leftEmpty } : null;
    const asked = {
      HoldId,
      VisitId: VisitId as never,
      person,
      answers: option.questions.map((one) => answers[one] ?? ''),
    };
    // Names that a browser fills in are there sooner than the server believes of a person.
    if (isNew) await untilTyped();
    const { data, error } = await asPatient((token) => book(asked, { token }));
    setBusy(false);
    if (data) return onBooked(data);
    if ([401, 403, 404, 409].includes(error.status) || error.message === refusals.callToBook.en) return onGone(error);
    show(error);
  }
  return (
    <Page title={words.chosenTitle} clinic={clinic} phone={phone}>
      <p className="when">
        {showDay(Start, language)}, {showClock(Start, language)} – {showClock(End, language)}
      </p>
      <p className="place">
        {option.name}
        <br />
        {fill(words.with, { name: provider })}
        <br />
        {facility && [facility.name, facility.address].filter(Boolean).join(', ')}
      </p>
      <Countdown kept={kept} onKept={onKept} onGone={onGone} />
      <form onSubmit={(event) => void send(event)} noValidate>
        {isNew && <PersonFields draft={draft} onDraft={onDraft} isTried={isTried} />}
        {option.questions.map((question) => (
          <Field key={question} label={question}>
            {({ id }) => (
              <input
                id={id}
                autoComplete={mayKeepInput() ? undefined : 'off'}
                maxLength={200}
                value={answers[question] ?? ''}
                onChange={(event) => void onDraft({ answers: { ...answers, [question]: event.currentTarget.value } })}
              />
            )}
          </Field>
        ))}
        {isNew && <MessagesAndTrap draft={draft} onDraft={onDraft} leftEmpty={leftEmpty} onLeftEmpty={setLeftEmpty} />}
        {failure !== null && <Notice kind="failure">{failure}</Notice>}
        <div className="actions">
          <Button kind="filled" type="submit" isBusy={isBusy}>
            {words.book}
          </Button>
          <Button onClick={onOther}>{words.other}</Button>
        </div>
      </form>
    </Page>
  );
}

/** How long the time is still held; near its end it can be kept longer, once. */
function Countdown({ kept, onKept, onGone }: Pick<Props, 'kept' | 'onKept' | 'onGone'>) {
  const words = useWords(schedulingWords);
  const { failure, show } = useFailure();
  const [isBusy, setBusy] = useState(false);
  const { hold, ahead } = kept;
  const leftNow = () => Math.max(0, Date.parse(hold.expiresAt) - (Date.now() + ahead));
  const [left, setLeft] = useState(leftNow);
  useEffect(() => {
    const look = () => setLeft(Math.max(0, Date.parse(hold.expiresAt) - (Date.now() + ahead)));
    look();
    // A phone that slept looks again at once when it wakes.
    const timer = setInterval(look, 1_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [hold.expiresAt, ahead]);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) onGone({ status: 404, message: refusals.holdEnded.en });
    // Told once, whatever is drawn meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);
  const isNear = left <= holdLimits.warnMinutes * 60_000;
  const seconds = Math.ceil(left / 1_000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

  async function keep(): Promise<void> {
    setBusy(true);
    const { data, error } = await asPatient((token) => extend({ id: hold.HoldId }, { token }));
    setBusy(false);
    if (data) return onKept({ hold: data.hold, ahead: Date.parse(data.now) - Date.now(), since: kept.since });
    if (error.status === 0 || error.status === 429) show(error);
    else onGone(error);
  }
  return (
    <>
      <p className="held" role="timer">
        {fill(words.heldFor, { time })}
      </p>
      {hold.isExtended && !isNear && <Notice kind="note">{words.kept}</Notice>}
      {isNear && !hold.isExtended && (
        <>
          <Notice kind="note">{words.warn}</Notice>
          <Button isBusy={isBusy} onClick={() => void keep()}>
            {words.longer}
          </Button>
        </>
      )}
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
    </>
  );
}
