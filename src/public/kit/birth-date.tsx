import { useId } from 'react';
import { loginWords } from '#contract/words/login-page.ts';
import { useWords } from './language.tsx';

export type Typed = { month: string; day: string; year: string };
export const noDate: Typed = { month: '', day: '', year: '' };
/** Of the phone; only what no birth date can be is kept back by it. */
const thisYear = new Date().getFullYear();

/** `YYYY-MM-DD` of what was typed; null where it is no day of the last 130 years. */
export function dateTyped({ month, day, year }: Typed): string | null {
  if (!/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day) || !/^\d{4}$/.test(year)) return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00Z`);
  const isReal = Number.isFinite(at.getTime()) && at.toISOString().slice(0, 10) === text;
  return isReal && Number(year) <= thisYear && Number(year) > thisYear - 130 ? text : null;
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
    <fieldset aria-describedby={isWrong ? `${id}-wrong` : undefined}>
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
