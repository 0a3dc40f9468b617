import { isRealDate } from '../base/dates.ts';
import { joinedName } from './name-words.ts';

/** What was typed, taken apart: parts of names, birth dates, runs of phone digits. All must match. */
export type NameQuery = { words: string[]; dates: string[]; digits: string[] };

const americanDate = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const runTogether = /^(\d{2})(\d{2})((?:19|20)\d{2})$/;
const isoDate = /^\d{4}-\d{2}-\d{2}$/;

/** As it is likeliest meant; in the other century are its dates whose year has two digits. */
export function nameQuery(typed: string, isOtherCentury = false): NameQuery {
  const query: NameQuery = { words: [], dates: [], digits: [] };
  const phone = wholePhone(typed);
  if (phone) return { ...query, digits: [phone] };
  for (const part of typed.split(/[\s,]+/).filter(Boolean)) {
    const date = dateOf(part, isOtherCentury);
    if (date !== null) query.dates.push(date);
    else if (/^[\d()+.-]+$/.test(part) && /\d/.test(part)) query.digits.push(part.replace(/\D/g, ''));
    else query.words.push(joinedName(part));
  }
  query.words = query.words.filter(Boolean);
  return query;
}

/**
 * A birth date as people type it: `3/4/1985`, `3-4-85`, `1985-03-04`. A year with two digits is likelier
 * of the last century from 30 on, and of this one before; people of the other one are born on the same days.
 */
function dateOf(part: string, isOtherCentury = false): string | null {
  if (isoDate.test(part)) return part;
  const [, month, , day, year] = americanDate.exec(part) ?? [];
  if (month && day && year) {
    const inCentury = (century: string) => `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (year.length === 4) return inCentury('');
    const likelier = Number(year) < 30 ? ['20', '19'] : ['19', '20'];
    const [first, other] = likelier.map(inCentury).filter((date) => isRealDate(date));
    return (isOtherCentury ? other : undefined) ?? first ?? inCentury('20');
  }
  return null;
}

/**
 * What can be meant, the likelier first, each for where the ones before find no one. `03041985` is a birth date where
 * someone has it, and else a part of a phone or policy number; names are also written in other ways. Of a year with two
 * digits both centuries are meant at once: whoever is found for one does not hide who was born in the other.
 */
export function nameQueries(typed: string): NameQuery[][] {
  const query = nameQuery(typed);
  const other = nameQuery(typed, true);
  const ways = waysOf(query, typed);
  if (String(query.dates) === String(other.dates)) return ways.map((one) => [one]);
  const others = waysOf(other, typed);
  return ways.map((one, at) => [one, ...others.slice(at, at + 1)]);
}

function waysOf(query: NameQuery, typed: string): NameQuery[] {
  const asDate = (run: string) => run.replace(runTogether, '$3-$1-$2');
  const isDate = (run: string) => runTogether.test(run) && isRealDate(asDate(run));
  const others = otherWays(query.words, wordsOfLast(typed)).map((words) => ({ ...query, words }));
  if (!query.digits.some(isDate)) return [query, ...others];
  const digits = query.digits.filter((run) => !isDate(run));
  const dates = [...query.dates, ...query.digits.filter(isDate).map(asDate)];
  return [{ ...query, dates, digits }, query, ...others.map((one) => ({ ...one, dates, digits }))];
}

const mostWords = 5;

/** How many words stand before a comma, which parts a last name from what follows; 0 without one. */
function wordsOfLast(typed: string): number {
  const comma = typed.indexOf(',');
  return comma < 0 ? 0 : nameQuery(typed.slice(0, comma)).words.length;
}

/**
 * The words of a name as others write it: what is typed apart and kept as one (`O Brien`, `Mac Donald`), `Mac` for `Mc`
 * and back, and then without a middle name.
 */
function otherWays(words: readonly string[], ofLast: number): string[][] {
  if (words.length > mostWords) return [];
  const whole = withJoined(words);
  const short =
    ofLast > 0
      ? withJoined(words.slice(0, ofLast + 1))
      : whole.filter((way) => way.length > 2).map((way) => [...way.slice(0, 1), ...way.slice(-1)]);
  const ways = [...whole, ...whole.map(otherMac), ...short, ...short.map(otherMac)];
  const known = new Set([String(words)]);
  return ways.filter((way) => !known.has(String(way)) && known.add(String(way)));
}

/** The words as they are, and with each run of neighbors as one, the shortest first: `de la Cruz` as `Delacruz`. */
function withJoined(words: readonly string[]): string[][] {
  const lengths = words.slice(1).map((_, more) => more + 2);
  const joined = lengths.flatMap((length) =>
    words
      .slice(length - 1)
      .map((_, at) => [...words.slice(0, at), words.slice(at, at + length).join(''), ...words.slice(at + length)]),
  );
  return [[...words], ...joined];
}

/** `McDonald` as `MacDonald`, and back; of a word that begins so by chance no one is found. */
function otherMac(words: readonly string[]): string[] {
  return words.map((word) => {
    if (word.length < 5 || !/^ma?c/.test(word)) return word;
    return word.startsWith('mac') ? `mc${word.slice(3)}` : `mac${word.slice(2)}`;
  });
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
  if (!/^[\d\s()+.-]+$/.test(text) || dateOf(text) !== null) return undefined;
  const digits = phoneDigits(text);
  return digits.length >= 7 ? digits : undefined;
}
