/*
 * The one folding of names, on devices and on the server. Its twin in SQL (migration 0048) says the same letter by
 * letter; whoever changes one changes both, and has the server's words made anew.
 */

/** Marks above and below letters: `é` taken apart is `e` and one of them. */
const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
/** Letters of scripts that have small and capital ones; each by itself, wherever it stands in a word. */
const cased = /[A-Z\u00c0-\u024f\u0370-\u052f\u0531-\u0556\u1e9e]/g;
/** Letters that do not come apart into a base letter and a mark. */
const whole: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
};
/** What is no part of a word. */
const between =
  /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u02ff\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff00-\uff0f]+/;
const betweenAll = new RegExp(between, 'g');
const spaces = /[\t-\r \u00a0]+/;

/** Small letters without accents, so that `Núñez` and `nunez` are the same. */
export function foldName(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(marks, '')
    .replace(cased, (letter) => letter.toLowerCase())
    .replace(/[ßøłđðþæœıς]/g, (letter) => whole[letter] ?? letter);
}

/** A name as one word. */
export function joinedName(name: string): string {
  return foldName(name).replace(betweenAll, '');
}

type Names = { LastName: string; FirstName: string; PreferredName: string | null };

/** The words a patient is found by, the whole last name first: `O’Brien-Smith` as obriensmith, o, brien, smith. */
export function nameWords({ LastName, FirstName, PreferredName }: Names): string[] {
  const last = joinedName(LastName);
  const others = [LastName, FirstName, PreferredName ?? ''].flatMap((name) => {
    const folded = foldName(name);
    const joined = folded.split(spaces).map((word) => word.replace(betweenAll, ''));
    return [folded.replace(betweenAll, ''), ...joined, ...folded.split(between)];
  });
  return [...new Set([last, ...others.filter((word) => word !== '')])];
}
