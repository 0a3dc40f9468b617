import { isRealDate, showDate } from '#contract/base/dates.ts';
import { closedPeriodSentence, isClosed } from '#contract/billing/closed-period.ts';

/** spec 5 */
export const minimumDateSentence = 'You cannot select a date before the minimum date.';
export const notADateSentence = 'This is not a date. Enter it as MM/DD/YYYY.';

export const futureSentence = 'This date is in the future.';

export type DateLimits = {
  minDate?: string | null;
  closedPeriodEnd?: string | null;
  /** The clinic's today, where nothing later can be meant. */
  today?: string | null;
};

/**
 * Digits under the MM/DD/YYYY mask; a slash, dash or period typed after one digit completes it with a zero. A pasted
 * YYYY-MM-DD is turned around.
 */
export function maskDate(typed: string): string {
  const turned = typed.replace(/^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d).*$/s, '$2/$3/$1');
  const slashed = turned.trimStart().replace(/[-./\s]+/g, '/');
  const padded = slashed.replace(/^(\d)\//, '0$1/').replace(/^(\d\d\/)(\d)\//, '$10$2/');
  const digits = padded.replace(/\D/g, '').slice(0, 8);
  if (digits.length <= 2) return digits;
  if (digits.length <= 4) return `${digits.slice(0, 2)}/${digits.slice(2)}`;
  return `${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}`;
}

/** The stored date of a fully typed one, or null. */
export function storedDate(text: string): string | null {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!parts) return null;
  const date = `${parts[3]}-${parts[1]}-${parts[2]}`;
  return isRealDate(date) ? date : null;
}

/**
 * A typed date whose year has two digits: the one date that can be meant, or why it cannot be told. Where nothing
 * later than today can be meant it may be of either century; elsewhere it is of this one. Null for other text.
 */
export function withWholeYear(text: string, limits: DateLimits): { date: string } | { asks: string } | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const centuries = limits.today ? ['19', '20'] : ['20'];
  const dates = centuries.map((century) => `${century}${year}-${month}-${day}`).filter((date) => isRealDate(date));
  const possible = dates.filter((date) => refusedDate(date, limits) === null);
  const [first, second] = possible;
  if (first !== undefined && second !== undefined)
    return { asks: `Enter the year with four digits: ${first.slice(0, 4)} or ${second.slice(0, 4)}.` };
  const date = first ?? dates.at(-1);
  return date === undefined ? { asks: notADateSentence } : { date };
}

/** What stands in the field: a date, or the text that is none. */
export function typedDate(value: string | null): string {
  return value && isRealDate(value) ? showDate(value) : (value ?? '');
}

/** Why a date cannot be taken, or null. */
export function refusedDate(date: string, { minDate, closedPeriodEnd, today }: DateLimits): string | null {
  if (isClosed(date, closedPeriodEnd ?? null)) return closedPeriodSentence;
  if (minDate && date < minDate) return minimumDateSentence;
  if (today && date > today) return futureSentence;
  return null;
}
