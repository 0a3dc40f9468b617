import { useEffect, useState, type ReactNode } from 'react';
import type {
  Hold,
  OnlineBooking,
  onlineSchedulingEndpoints,
  OnlineOptions,
} from '#contract/online-scheduling/endpoints.ts';
import { schedulingWords } from '#contract/words/scheduling-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useWords } from '../kit/language.tsx';
import { LoginProblem } from '../kit/login-problem.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Retry } from '../kit/retry.tsx';
import { endpoint, type Answer } from '../kit/send.ts';
import { asPatient } from '../kit/session.ts';
import { Booked } from './online-booked.tsx';
import { ChooseTime, type Chosen } from './online-times.tsx';
import { FinishBooking } from './online-finish.tsx';
import { keptDraft, noDraft, useDraft, type Draft, type Kept } from './online-kept.ts';
import './online-scheduling.css';

type Table = typeof onlineSchedulingEndpoints;
const readOptions = endpoint<Table['options']>('GET /onlineScheduling/options');
const hold = endpoint<Table['hold']>('POST /onlineScheduling/holds');
const endHold = endpoint<Table['endHold']>('DELETE /onlineScheduling/holds/:id');

type Loaded = Answer<OnlineOptions> & { draft?: Draft };

async function load(): Promise<Loaded> {
  const found = await asPatient((token) => readOptions({}, { token }));
  return found.data ? { ...found, draft: await keptDraft(found.data.inputKey) } : found;
}

type Props = {
  /** At a kiosk: once it is booked, or nothing can be booked any more, its next screen comes. */
  onDone?: () => void;
  /** At a kiosk: there is no login to go back to. */
  onEnded?: () => void;
};

/** /onlineScheduling (spec 2): what, with whom and when; the time is held while the rest is filled in. */
export function OnlineScheduling({ onDone, onEnded }: Props) {
  const [found, setFound] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => void load().then(setFound), [attempt]);
  if (found === null) return <Loading />;
  if (found.error) {
    const { status, message } = found.error;
    if ((status === 401 || status === 403) && onEnded) return <At onceThere={onEnded} />;
    if (status === 401 || status === 403) return <LoginProblem status={status} message={message} aupl agl={false} />;
    return (
      <Skippable onSkip={onDone}>
        <Retry error={found.error} onRetry={() => setAttempt(attempt + 1)} />
      </Skippable>
    );
  }
  return (
    <Steps
      options={found.data}
      first={found.draft ?? noDraft}
      {...{ onDone, onEnded }}
      onAgain={() => setAttempt(attempt + 1)}
    />
  );
}

/** At a kiosk, with the button that books nothing. */
function Skippable({ onSkip, children }: { onSkip: (() => void) | undefined; children: ReactNode }) {
  const words = useWords(schedulingWords);
  if (!onSkip) return children;
  return (
    <>
      {children}
      <p className="skip">
        <Button onClick={onSkip}>{words.notNow}</Button>
      </p>
    </>
  );
}

/** Leaves this page for the next one of a kiosk. */
function At({ onceThere }: { onceThere(): void }) {
  useEffect(() => onceThere(), [onceThere]);
  return <Loading />;
}

type StepsProps = {
  options: OnlineOptions;
  first: Draft;
  onDone: (() => void) | undefined;
  onEnded: (() => void) | undefined;
  onAgain(): void;
};

function Steps({ options, first, onDone, onEnded, onAgain }: StepsProps) {
  const words = useWords(schedulingWords);
  const { clinic, phone } = options;
  const { failure, show } = useFailure();
  const [kept, setKept] = useState<Kept | null>(() => options.hold && keptAt(options.hold, options.now));
  const { draft, change, drop } = useDraft(first, options.inputKey);
  const [booked, setBooked] = useState<OnlineBooking | null>(null);
  const [expired, setExpired] = useState<401 | 403 | null>(null);
  const [instead, setInstead] = useState<{ times: string[]; of: Chosen } | null>(null);
  if (expired !== null && onEnded) return <At onceThere={onEnded} />;
  if (expired !== null) return <LoginProblem status={expired} message="" aupl agl={false} />;
  if (booked) return <Booked booking={booked} clinic={clinic} onDone={onDone} />;
  const option = kept && optionOf(options, kept.hold);
  if (options.options.length === 0 && onDone) return <At onceThere={onDone} />;
  if (options.options.length === 0)
    return <Page title={words.callTitle} lead={words.callLead} clinic={clinic} phone={phone} />;

  async function take(chosen: Chosen, Start: string): Promise<void> {
    const answer = await asPatient((token) =>
      hold({ ...chosen, HoldId: crypto.randomUUID() as never, Start }, { token }),
    );
    if (answer.data) {
      show(null);
      setInstead(null);
      return setKept(keptAt(answer.data.hold, answer.data.now));
    }
    refused(answer.error, chosen);
  }
  function refused(error: NonNullable<Answer<unknown>['error']>, of: Chosen): void {
    if (error.status === 401 || error.status === 403) return setExpired(error.status);
    show(error);
    const times = (error.current as { times?: string[] } | undefined)?.times;
    setInstead(times && times.length > 0 ? { times, of } : null);
  }
  async function giveUp({ hold: { HoldId } }: Kept): Promise<void> {
    setKept(null);
    await asPatient((token) => endHold({ id: HoldId }, { token }));
  }
  if (kept && option)
    return (
      <Skippable onSkip={onDone}>
        <FinishBooking
          kept={kept}
          option={option}
          options={options}
          draft={draft}
          onDraft={change}
          onKept={setKept}
          onBooked={(booking) => {
            void drop();
            setBooked(booking);
          }}
          onOther={() => void giveUp(kept)}
          onGone={(error) => {
            setKept(null);
            refused(error, {
              BookingRuleId: option.BookingRuleId,
              CaseId: option.CaseId,
              ProviderId: kept.hold.ProviderId,
            });
          }}
        />
      </Skippable>
    );
  return (
    <Skippable onSkip={onDone}>
      <Page title={words.title} clinic={clinic} phone={phone}>
        {failure !== null && <Notice kind="failure">{failure}</Notice>}
        <ChooseTime options={options} instead={instead} onTake={take} onExpired={setExpired} onCall={onAgain} />
      </Page>
    </Skippable>
  );
}

function keptAt(held: Hold, now: string): Kept {
  return { hold: held, ahead: Date.parse(now) - Date.now(), since: Date.now() };
}

function optionOf({ options }: OnlineOptions, held: Hold) {
  return options.find((one) => one.BookingRuleId === held.BookingRuleId && one.CaseId === held.CaseId) ?? null;
}
