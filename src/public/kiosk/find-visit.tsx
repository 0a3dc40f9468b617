import { useState, type FormEvent } from 'react';
import { mostTries } from '#contract/kiosk/arrivals.ts';
import type { Arriving } from '#contract/kiosk/endpoints.ts';
import { fill } from '#contract/words/language.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { BirthDate, dateTyped, noDate } from '../kit/birth-date.tsx';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { showClock } from '../kit/when.ts';
import { identify, startCheckin, type Checkin, type Known } from './checkin-calls.ts';

type Refused = { status: number; message: string };
type Props = {
  clinic: string;
  onStarted(checkin: Checkin, visit: Arriving): void;
  /** Nobody could be found, or the server says so. */
  onDesk(): void;
  /** No connection, or a tablet that was removed. */
  onRefused(refused: Refused): void;
  onStop(): void;
};

/** Birth date, then the phone's last four digits, then the visit in question. Nothing is listed. */
export function FindVisit({ clinic, onStarted, onDesk, onRefused, onStop }: Props) {
  const words = useWords(kioskWords);
  const [date, setDate] = useState(noDate);
  const [lastFour, setLastFour] = useState('');
  const [at, setAt] = useState<'date' | 'phone'>('date');
  const [visits, setVisits] = useState<readonly Arriving[]>([]);
  const [tries, setTries] = useState(0);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();
  const DateOfBirth = dateTyped(date);

  function missed(): void {
    if (tries + 1 >= mostTries) return onDesk();
    setTries(tries + 1);
    setLastFour('');
    setDate(noDate);
    setAt('date');
    setTried(false);
    setVisits([]);
  }
  function refused(error: Refused): void {
    if (error.status === 0 || error.status === 401) return onRefused(error);
    if (error.status === 404 || error.status === 490) return onDesk();
    show(error);
  }
  async function look(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isBusy || DateOfBirth === null) return;
    if (at === 'date') {
      setTried(false);
      return setAt('phone');
    }
    if (!/^\d{4}$/.test(lastFour)) return;
    setBusy(true);
    const { data, error } = await identify({ DateOfBirth, lastFour });
    setBusy(false);
    if (error) return refused(error);
    if (data.visits.length === 0) return missed();
    setVisits(data.visits);
  }
  async function begin(visit: Arriving, known: Known): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const { data, error } = await startCheckin(known, visit);
    setBusy(false);
    if (error) refused(error);
    else onStarted(data, visit);
  }
  const [visit, ...others] = visits;
  if (visit && DateOfBirth !== null)
    return (
      <Asked
        key={visit.VisitId}
        {...{ clinic, visit, isBusy, failure, onStop }}
        onYes={() => void begin(visit, { DateOfBirth, lastFour })}
        onNo={() => (others.length > 0 ? setVisits(others) : missed())}
      />
    );
  const isDate = at === 'date';
  return (
    <Page
      title={isDate ? words.birthTitle : words.phoneTitle}
      lead={isDate ? undefined : words.phoneLead}
      clinic={clinic}
    >
      <form onSubmit={(event) => void look(event)} noValidate autoComplete="off">
        {tries > 0 && isDate && <Notice kind="failure">{words.noVisit}</Notice>}
        {isDate ? (
          <BirthDate typed={date} onType={setDate} isWrong={isTried && DateOfBirth === null} isShared />
        ) : (
          <Field
            label={words.lastFour}
            error={isTried && !/^\d{4}$/.test(lastFour) && !isBusy ? words.lastFourWrong : undefined}
          >
            {({ id, describedBy, isWrong }) => (
              <input
                id={id}
                name="four"
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                aria-invalid={isWrong}
                aria-describedby={describedBy}
                value={lastFour}
                onChange={(event) => setLastFour(event.currentTarget.value.replace(/\D/g, ''))}
              />
            )}
          </Field>
        )}
        {failure !== null && <Notice kind="failure">{failure}</Notice>}
        <div className="actions">
          <Button kind="filled" type="submit" isBusy={isBusy}>
            {words.next}
          </Button>
          <Button onClick={onStop}>{words.stop}</Button>
        </div>
      </form>
    </Page>
  );
}

type AskedProps = {
  clinic: string;
  visit: Arriving;
  isBusy: boolean;
  failure: string | null;
  onYes(): void;
  onNo(): void;
  onStop(): void;
};

function Asked({ clinic, visit: { FirstName, Start }, isBusy, failure, onYes, onNo, onStop }: AskedProps) {
  const words = useWords(kioskWords);
  const { language } = useLanguage();
  const title = fill(words.confirm, { name: FirstName, time: showClock(Start, language) });
  return (
    <Page title={title} lead={words.confirmLead} clinic={clinic}>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="actions">
        <Button kind="filled" isBusy={isBusy} onClick={onYes}>
          {words.yes}
        </Button>
        <Button onClick={onNo}>{words.no}</Button>
        <Button onClick={onStop}>{words.stop}</Button>
      </div>
    </Page>
  );
}
