import { useEffect, useState, type FormEvent } from 'react';
import { holdLimits } from '#contract/online-scheduling/hold-limits.ts';
import type {
  OnlineBooking,
  onlineSchedulingEndpoints,
  OnlineOption,
  OnlineOptions,
} from '#contract/online-scheduling/endpoints.ts';
import { fill } from '#contract/words/language.ts';
import { refusals } from '#contract/words/refusals.ts';
import { schedulingWords } from '#contract/words/scheduling-page.ts';
import { Button, Check, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { endpoint, type Refused } from '../kit/send.ts';
import { asPatient } from '../kit/session.ts';
import { showClock, showDay } from '../kit/when.ts';
import type { Kept } from './online-kept.ts';

type Table = typeof onlineSchedulingEndpoints;
const book = endpoint<Table['book']>('POST /onlineScheduling/book');
const extend = endpoint<Table['extendHold']>('PUT /onlineScheduling/holds/:id');

type Props = {
  kept: Kept;
  option: OnlineOption;
  options: OnlineOptions;
  onKept(kept: Kept): void;
  onBooked(booking: OnlineBooking): void;
  onOther(): void;
  /** The time is no longer held, or the login is over. */
  onGone(error: Refused): void;
};

/** The held time, what the clinic asks for, and the button that books. */
export function FinishBooking({ kept, option, options, onKept, onBooked, onOther, onGone }: Props) {
  const words = useWords(schedulingWords);
  const { language } = useLanguage();
  const { clinic, phone, kind, facilities } = options;
  const { HoldId, Start, End, provider } = kept.hold;
  const isNew = kind === 'unrecognized';
  const [typed, setTyped] = useState({ FirstName: '', LastName: '', wantsMessages: false });
  const [answers, setAnswers] = useState<string[]>(() => option.questions.map(() => ''));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // The same for every try: a reply that was lost books once.
  const [VisitId] = useState(() => crypto.randomUUID() as never);
  const { failure, show } = useFailure();
  const isNamed = !isNew || (typed.FirstName.trim() !== '' && typed.LastName.trim() !== '');
  const facility = facilities.find((one) => one.FacilityId === option.FacilityId);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isBusy || !isNamed) return;
    setBusy(true);
    const asked = { HoldId, VisitId, person: isNew ? typed : null, answers };
    const { data, error } = await asPatient((token) => book(asked, { token }));
    setBusy(false);
    if (data) return onBooked(data);
    if ([401, 403, 404, 409, 490].includes(error.status)) return onGone(error);
    show(error);
  }
  const name = (field: 'FirstName' | 'LastName', label: string, autoComplete: string) => (
    <Field label={label} error={isTried && typed[field].trim() === '' ? words.nameWrong : undefined}>
      {({ id, describedBy, isWrong }) => (
        <input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          autoComplete={autoComplete}
          maxLength={60}
          value={typed[field]}
          onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
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
        {isNew && name('FirstName', words.first, 'given-name')}
        {isNew && name('LastName', words.last, 'family-name')}
        {option.questions.map((question, at) => (
          <Field key={question} label={question}>
            {({ id }) => (
              <input
                id={id}
                maxLength={200}
                value={answers[at] ?? ''}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setAnswers(answers.map((one, place) => (place === at ? value : one)));
                }}
              />
            )}
          </Field>
        ))}
        {isNew && (
          <Check
            label={words.messages}
            hint={words.messagesHint}
            isChecked={typed.wantsMessages}
            onChange={(wantsMessages) => setTyped({ ...typed, wantsMessages })}
          />
        )}
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
    if (data) return onKept({ hold: data.hold, ahead: Date.parse(data.now) - Date.now() });
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
