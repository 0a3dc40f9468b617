/*
 * The one folding of names, on devices and on the server. Its twin in SQL (migration 0048) says the same letter by
 * letter; whoever changes one changes both, and has the server's words made anew.
 */

/** Marks above and below letters: `é` taken apart is `e` and one of them. */
const marks = oneOf([
  [0x300, 0x36f],
  [0x483, 0x487],
  [0x591, 0x5bd],
  [0x5bf, 0x5bf],
  [0x5c1, 0x5c2],
  [0x64b, 0x65f],
  [0x670, 0x670],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
]);
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
const between = oneOf([
  [0x0, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x60],
  [0x7b, 0xbf],
  [0x2b0, 0x2ff],
  [0x2000, 0x206f],
  [0x2e00, 0x2e7f],
  [0x3000, 0x303f],
  [0xff00, 0xff0f],
]);
const spaces = /[\t-\r \u00a0]+/;

/** Runs of characters of these ranges. */
function oneOf(ranges: readonly (readonly [number, number])[]): RegExp {
  const escaped = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
  return new RegExp(`[${ranges.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('')}]+`, 'g');
}

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
  return foldName(name).replace(between, '');
}

type Names = { LastName: string; FirstName: string; PreferredName: string | null };

/** The words a patient is found by, the whole last name first: `O’Brien-Smith` as obriensmith, o, brien, smith. */
export function nameWords({ LastName, FirstName, PreferredName }: Names): string[] {
  const last = joinedName(LastName);
  const others = [LastName, FirstName, PreferredName ?? ''].flatMap((name) => {
    const folded = foldName(name);
    const joined = folded.split(spaces).map((word) => word.replace(between, ''));
    return [folded.replace(between, ''), ...joined, ...folded.split(between)];
  });
  return [...new Set([last, ...others.filter((word) => word !== '')])];
}

/** Whether what is typed stands in a text with names: as it is, or each word at the beginning of one, however written. */
export function isNameIn(text: string, typed: string): boolean {
  if (foldName(text).includes(foldName(typed.trim()))) return true;
  const wanted = wordsOf(typed).map(joinedName).filter(Boolean);
  if (wanted.length === 0) return false;
  const words = wordsOf(text).flatMap((word) => [joinedName(word), ...foldName(word).split(between)]);
  return wanted.every((word) => words.some((one) => one.startsWith(word)));
}

/** The words of a name, folded, none empty; an apostrophe parts none: `O’Brien-Smith` as obrien, smith. */
export function foldedWords(name: string): string[] {
  return foldName(name.replace(/['’ʼ`´]/g, ''))
    .split(between)
    .filter(Boolean);
}

function wordsOf(text: string): string[] {
  return text.split(spaces).filter(Boolean);
}
