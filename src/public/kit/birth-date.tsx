import { useId } from 'react';
import { loginWords } from '#contract/words/login-page.ts';
import { useWords } from './language.tsx';

export type Typed = { month: string; day: string; year: string };
export const noDate: Typed = { month: '', day: '', year: '' };
/** Of the phone; only what no birth date can be is kept back by it. */
const thisYear = new Date().getFullYear();

/**
 * `YYYY-MM-DD` of what was typed; null where it is no day of the last 130 years. A year of two digits is of the century
 * that alone can be meant, and none where both can.
 */
export function dateTyped({ month, day, year: typed }: Typed): string | null {
  const year = /^\d{2}$/.test(typed) && Number(typed) > thisYear % 100 ? `19${typed}` : typed;
  if (!/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day) || !/^\d{4}$/.test(year)) return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00Z`);
  const isReal = Number.isFinite(at.getTime()) && at.toISOString().slice(0, 10) === text;
  return isReal && Number(year) <= thisYear && Number(year) > thisYear - 130 ? text : null;
}

/** A whole date that is pasted into one of the fields, or null: `3/4/1985`, `3-4-85`, `1985-03-04`, `03041985`. */
export function datePasted(text: string): Typed | null {
  const [, year, ...inYear] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  const parts = year ? [...inYear, year] : /^(\d{1,2})[-/.\s]+(\d{1,2})[-/.\s]+(\d{4}|\d{2})$/.exec(text)?.slice(1);
  const [month, day, last] = parts ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)?.slice(1) ?? [];
  return month && day && last ? { month, day, year: last } : null;
}

type Props = {
  typed: Typed;
  onType(typed: Typed): void;
  isWrong: boolean;
  /** On a device of many people nothing is filled in by itself. */
  isShared?: boolean;
};

/** Three number fields: quicker for an old date than any calendar. */
export function BirthDate({ typed, onType, isWrong, isShared = false }: Props) {
  const words = useWords(loginWords);
  const id = useId();
  const parts = [
    ['month', words.month, 2],
    ['day', words.day, 2],
    ['year', words.year, 4],
  ] as const;
  return (
    <fieldset
      aria-describedby={isWrong ? `${id}-wrong` : undefined}
      onPaste={(event) => {
        const pasted = datePasted(event.clipboardData.getData('text').trim());
        if (!pasted) return;
        event.preventDefault();
        onType(pasted);
      }}
    >
      <legend>{words.birth}</legend>
      <div className="date">
        {parts.map(([name, label, most]) => (
          <label key={name}>
            {label}
            <br />
            <input
              name={name}
              inputMode="numeric"
              autoComplete={isShared ? 'off' : `bday-${name}`}
              maxLength={most}
              aria-invalid={isWrong}
              value={typed[name]}
              onChange={(event) => onType({ ...typed, [name]: event.currentTarget.value.replace(/\D/g, '') })}
            />
          </label>
        ))}
      </div>
      {isWrong && (
        <p className="wrong" id={`${id}-wrong`} role="alert">
          {words.birthWrong}
        </p>
      )}
    </fieldset>
  );
}
