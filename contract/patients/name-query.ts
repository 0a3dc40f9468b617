import { joinedName } from './name-words.ts';

/** What was typed, taken apart: parts of names, birth dates, runs of phone digits. All must match. */
export type NameQuery = { words: string[]; dates: string[]; digits: string[] };

const americanDate = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/;
const isoDate = /^\d{4}-\d{2}-\d{2}$/;

export function nameQuery(typed: string): NameQuery {
  const query: NameQuery = { words: [], dates: [], digits: [] };
  const phone = wholePhone(typed);
  if (phone) return { ...query, digits: [phone] };
  for (const part of typed.split(/[\s,]+/).filter(Boolean)) {
    const american = americanDate.exec(part);
    if (american) query.dates.push(`${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`);
    else if (isoDate.test(part)) query.dates.push(part);
    else if (/^[\d()+.-]+$/.test(part) && /\d/.test(part)) query.digits.push(part.replace(/\D/g, ''));
    else query.words.push(joinedName(part));
  }
  query.words = query.words.filter(Boolean);
  return query;
}

export function isEmptyQuery({ words, dates, digits }: NameQuery): boolean {
  return words.length + dates.length + digits.length === 0;
}

/** The digits of a phone as they are compared: without the leading 1 of eleven. */
export function phoneDigits(phone: string | null): string {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** `(602) 555-0101` is one number although it has a space. */
function wholePhone(typed: string): string | undefined {
  const text = typed.trim();
  if (!/^[\d\s()+.-]+$/.test(text) || isoDate.test(text) || americanDate.test(text)) return undefined;
  const digits = phoneDigits(text);
  return digits.length >= 7 ? digits : undefined;
}
