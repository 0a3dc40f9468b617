import { useEffect, useId, useState } from 'react';
import type {
  Hold,
  onlineSchedulingEndpoints,
  OnlineOption,
  OnlineOptions,
  OnlineSlots,
} from '#contract/online-scheduling/endpoints.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { fill } from '#contract/words/language.ts';
import { schedulingWords } from '#contract/words/scheduling-page.ts';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { endpoint, type Answer } from '../kit/send.ts';
import { asPatient } from '../kit/session.ts';
import { dayAfter, showClock, showDay, showShortDay, showZone } from '../kit/when.ts';

type Table = typeof onlineSchedulingEndpoints;
const readSlots = endpoint<Table['slots']>('POST /onlineScheduling/slots');

/** What is booked and with whom; null for any provider. */
export type Chosen = Pick<Hold, 'BookingRuleId' | 'CaseId' | 'ProviderId'>;
type Props = {
  options: OnlineOptions;
  /** Times near one that was just taken. */
  instead: { times: string[]; of: Chosen } | null;
  onTake(chosen: Chosen, Start: string): Promise<void>;
  onExpired(status: 401 | 403): void;
  /** Nothing can be booked any more. */
  onCall(): void;
};

/** What, with whom and when. */
export function ChooseTime({ options, instead, onTake, onExpired, onCall }: Props) {
  const words = useWords(schedulingWords);
  const { language } = useLanguage();
  const [at, setAt] = useState(0);
  const [ProviderId, setProvider] = useState<Hold['ProviderId'] | undefined>(undefined);
  const option = options.options[at] ?? options.options[0];
  if (!option) return null;
  const { BookingRuleId, CaseId, anyProvider, providers } = option;
  const chosenProvider = ProviderId ?? (anyProvider ? null : (providers[0]?.ProviderId ?? null));
  const chosen = { BookingRuleId, CaseId, ProviderId: chosenProvider };
  const facility = options.facilities.find((one) => one.FacilityId === option.FacilityId);
  return (
    <>
      {instead && <Nearest {...instead} onTake={onTake} />}
      {options.options.length > 1 && (
        <Field label={words.what}>
          {({ id }) => (
            <select
              id={id}
              value={at}
              onChange={(event) => {
                setAt(Number(event.currentTarget.value));
                setProvider(undefined);
              }}
            >
              {options.options.map((one, place) => (
                <option key={`${one.BookingRuleId} ${one.CaseId}`} value={place}>
                  {optionName(one, options, words)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {options.options.length === 1 && <p className="place">{optionName(option, options, words)}</p>}
      {(providers.length > 1 || anyProvider) && (
        <Field label={words.who}>
          {({ id }) => (
            <select
              id={id}
              value={chosenProvider ?? ''}
              onChange={(event) => setProvider((event.currentTarget.value || null) as Hold['ProviderId'])}
            >
              {anyProvider && <option value="">{words.anyProvider}</option>}
              {providers.map((one) => (
                <option key={one.ProviderId} value={one.ProviderId}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Days
        key={`${BookingRuleId} ${CaseId} ${chosenProvider}`}
        chosen={chosen}
        onTake={(Start) => onTake(chosen, Start)}
        onExpired={onExpired}
        onCall={onCall}
      />
      {facility && <p className="hint">{fill(words.zone, { zone: showZone(facility.TimeZone, language) })}</p>}
    </>
  );
}

function optionName(
  { name, discipline, FacilityId }: OnlineOption,
  { facilities }: OnlineOptions,
  words: Record<'PT' | 'OT' | 'SLP' | 'DC', string>,
): string {
  const place = facilities.length > 1 ? facilities.find((one) => one.FacilityId === FacilityId)?.name : undefined;
  return [name, discipline && words[discipline], place].filter(Boolean).join(', ');
}

function Nearest({ times, of, onTake }: NonNullable<Props['instead']> & Pick<Props, 'onTake'>) {
  const words = useWords(schedulingWords);
  const { language } = useLanguage();
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest">{words.nearest}</h2>
      <ul className="times">
        {times.map((Start) => (
          <li key={Start}>
            <button type="button" onClick={() => void onTake(of, Start)}>
              {showDay(Start, language)}, {showClock(Start, language)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type DaysProps = {
  chosen: Chosen;
  onTake(Start: string): Promise<void>;
  onExpired(status: 401 | 403): void;
  onCall(): void;
};

/** More days than are shown: the phone may be a day ahead of the clinic. */
const firstDays = 9;
const shownDays = 7;

/** A week of days, and the times of one of them. */
function Days({ chosen, onTake, onExpired, onCall }: DaysProps) {
  const words = useWords(schedulingWords);
  const { tryAgain } = useWords(commonWords);
  const { failure, show } = useFailure();
  const [from, setFrom] = useState<string | null>(null);
  const [found, setFound] = useState<OnlineSlots | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { BookingRuleId, CaseId, ProviderId } = chosen;
  useEffect(() => {
    let isOver = false;
    const first = from ?? dayAfter(new Date().toISOString().slice(0, 10), -1);
    const asked = { BookingRuleId, CaseId, ProviderId, from: first, days: from === null ? firstDays : shownDays };
    const read = (token: string): Promise<Answer<OnlineSlots>> => readSlots(asked, { token });
    void asPatient(read).then(({ data, error }) => {
      if (isOver) return;
      if (data) {
        show(null);
        setFound(data);
        setDay(null);
        return;
      }
      if (error.status === 401 || error.status === 403) return onExpired(error.status);
      if (error.status === 490) return onCall();
      show(error);
    });
    return () => {
      isOver = true;
    };
    // The callbacks change with every drawing and mean the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [BookingRuleId, CaseId, ProviderId, from, attempt]);
  if (failure !== null)
    return (
      <>
        <Notice kind="failure">{failure}</Notice>
        <Button onClick={() => setAttempt(attempt + 1)}>{tryAgain}</Button>
      </>
    );
  if (!found)
    return (
      <div className="skeleton" role="status" aria-label={words.finding}>
        <span />
        <span />
      </div>
    );
  const start = from ?? found.today;
  return <Week found={found} start={start} day={day} onDay={setDay} onFrom={setFrom} onTake={onTake} />;
}

type WeekProps = {
  found: OnlineSlots;
  start: string;
  day: string | null;
  onDay(day: string): void;
  onFrom(from: string | null): void;
  onTake(Start: string): Promise<void>;
};

function Week({ found, start, day, onDay, onFrom, onTake }: WeekProps) {
  const words = useWords(schedulingWords);
  const { language } = useLanguage();
  const id = useId();
  const [busy, setBusy] = useState<string | null>(null);
  const days = Array.from({ length: shownDays }, (_, at) => dayAfter(start, at));
  const timesOf = (one: string) => found.days.find((of) => of.day === one)?.times ?? [];
  const open = day ?? days.find((one) => timesOf(one).length > 0) ?? null;
  const times = open === null ? [] : timesOf(open);
  const { next } = found;
  async function take(Start: string): Promise<void> {
    if (busy !== null) return;
    setBusy(Start);
    await onTake(Start);
    setBusy(null);
  }
  return (
    <>
      <div className="turn">
        <button
          type="button"
          disabled={start <= found.today}
          onClick={() => onFrom(dayAfter(start, -shownDays) <= found.today ? null : dayAfter(start, -shownDays))}
        >
          {words.earlier}
        </button>
        <button
          type="button"
          disabled={dayAfter(start, shownDays) > found.last}
          onClick={() => onFrom(dayAfter(start, shownDays))}
        >
          {words.later}
        </button>
      </div>
      <ul className="strip" aria-label={words.days}>
        {days.map((one) => {
          const { weekday, date } = showShortDay(one, language);
          return (
            <li key={one}>
              <button
                type="button"
                aria-pressed={one === open}
                disabled={timesOf(one).length === 0}
                onClick={() => onDay(one)}
              >
                <span>{weekday} </span>
                <b>{date}</b>
              </button>
            </li>
          );
        })}
      </ul>
      {open === null && (
        <>
          <p role="status">{next === null ? words.noTimesAtAll : words.noTimesWeek}</p>
          {next !== null && (
            <Button onClick={() => onFrom(next.slice(0, 10))}>
              {fill(words.nextFree, { when: `${showDay(next, language)}, ${showClock(next, language)}` })}
            </Button>
          )}
        </>
      )}
      {open !== null && (
        <section aria-labelledby={id}>
          <h2 id={id}>{fill(words.timesOn, { day: showDay(`${open}T00:00`, language) })}</h2>
          <ul className="times">
            {times.map((Start) => (
              <li key={Start}>
                <button type="button" aria-busy={busy === Start} onClick={() => void take(Start)}>
                  {showClock(Start, language)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
