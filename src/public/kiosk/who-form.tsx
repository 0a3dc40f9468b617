import { useState, type FormEvent } from 'react';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { BirthDate, dateTyped, noDate } from '../kit/birth-date.tsx';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import type { Known } from './checkin-calls.ts';

type Props = {
  clinic: string;
  isBusy: boolean;
  failure: string | null;
  /** They were asked before, and nothing was found. */
  isAgain: boolean;
  onKnown(known: Known): void;
  onStop(): void;
};

/** Birth date, then the phone's last four digits. */
export function WhoForm({ clinic, isBusy, failure, isAgain, onKnown, onStop }: Props) {
  const words = useWords(kioskWords);
  const [date, setDate] = useState(noDate);
  const [lastFour, setLastFour] = useState('');
  const [at, setAt] = useState<'date' | 'phone'>('date');
  const [isTried, setTried] = useState(false);
  const DateOfBirth = dateTyped(date);

  function look(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (isBusy || DateOfBirth === null) return;
    if (at === 'date') {
      setTried(false);
      return setAt('phone');
    }
    if (/^\d{4}$/.test(lastFour)) onKnown({ DateOfBirth, lastFour });
  }
  const isDate = at === 'date';
  return (
    <Page
      title={isDate ? words.birthTitle : words.phoneTitle}
      lead={isDate ? undefined : words.phoneLead}
      clinic={clinic}
    >
      <form onSubmit={look} noValidate autoComplete="off">
        {isAgain && isDate && <Notice kind="failure">{words.noVisit}</Notice>}
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
