import { lazy, Suspense, useState, type FormEvent } from 'react';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { BirthDate, dateTyped, noDate } from '../kit/birth-date.tsx';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';
import { Loading, Page } from '../kit/page.tsx';
import type { Typed } from './checkin-calls.ts';

const ScanCode = lazy(async () => ({ default: (await import('./scan-code.tsx')).ScanCode }));

type Props = {
  clinic: string;
  isBusy: boolean;
  failure: string | null;
  /** They were asked before, and nothing was found. */
  isAgain: boolean;
  onKnown(known: Typed): void;
  /** A code that was shown instead of the digits; undefined where none can be read. */
  onCode?: ((shown: { DateOfBirth: string; token: string }) => void) | undefined;
  onStop(): void;
};

/** Birth date, then the phone's last four digits or a check-in code. */
export function WhoForm({ clinic, isBusy, failure, isAgain, onKnown, onCode, onStop }: Props) {
  const words = useWords(kioskWords);
  const [date, setDate] = useState(noDate);
  const [lastFour, setLastFour] = useState('');
  const [at, setAt] = useState<'date' | 'phone' | 'scan'>('date');
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
  if (at === 'scan' && onCode && DateOfBirth !== null)
    return (
      <Suspense fallback={<Loading />}>
        <ScanCode
          {...{ clinic, onStop }}
          onRead={(token) => {
            setAt('phone');
            onCode({ DateOfBirth, token });
          }}
          onBack={() => setAt('phone')}
        />
      </Suspense>
    );
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
          {!isDate && onCode && !isBusy && <Button onClick={() => setAt('scan')}>{words.scan}</Button>}
          <Button onClick={onStop}>{words.stop}</Button>
        </div>
      </form>
    </Page>
  );
}
