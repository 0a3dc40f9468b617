/** What the font has of Unicode beyond the letters that `hasLetter` tells of: marks, dashes, quotes, signs of amounts. */
const signs =
  '\u2010\u2011\u2013\u2014\u2015\u2017\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u2020\u2021\u2022\u2025\u2026\u2030\u2032\u2033\u2039\u203a\u2044\u20ac\u2105\u2113\u2116\u2122\u2126\u215b\u215c\u215d\u215e\u2202\u2206\u2211\u2212\u221a\u221e\u2248\u2260\u2264\u2265\u25a0\u25ca\u25cb\u25cf';

/** What people type that the font has no sign for, so that it still says the same. */
const instead: Readonly<Record<string, string>> = {
  '\t': '    ',
  '\u2192': '->',
  '\u2190': '<-',
  '\u2194': '<->',
  '\u2191': '(up)',
  '\u2193': '(down)',
  '\u21d2': '=>',
  '\u2713': '[x]',
  '\u2714': '[x]',
  '\u2611': '[x]',
  '\u2612': '[x]',
  '\u2610': '[ ]',
  '\u2012': '\u2013',
};

/** Longer runs without a space would leave the page: they may break here. */
const longestRun = 40;
const breakHere = '\u200b';

/**
 * A text in signs that the PDF’s font (Roboto) has. Others are told by what stands for them, or by their number in
 * Unicode: nothing is left out unseen.
 */
export function fontText(text: string): string {
  const known = [...text.normalize('NFC').replaceAll('\r\n', '\n')].map(inFont).join('');
  return known.replaceAll(new RegExp(`\\S{${longestRun}}`, 'g'), (run) => `${run}${breakHere}`);
}

function inFont(sign: string): string {
  if (isInFont(sign)) return sign;
  const other = instead[sign];
  if (other !== undefined) return other;
  if (/\p{Zs}/u.test(sign)) return ' ';
  // Of no width, and of no meaning on paper: what controls a screen, joins letters or turns them.
  if (/\p{Cc}|\p{Cf}|\p{Variation_Selector}/u.test(sign)) return '';
  const plain = [sign.normalize('NFKC'), sign.normalize('NFKD')].find((form) => [...form].every(isInFont));
  return plain ?? `[U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;
}

function isInFont(sign: string): boolean {
  return sign === '\n' || hasLetter(sign.codePointAt(0) ?? 0) || signs.includes(sign);
}

/** Latin with all its accents, also those of Vietnamese, Greek and Cyrillic, and the five accents by themselves. */
function hasLetter(code: number): boolean {
  return (
    within(code, 0x20, 0x7e) ||
    (within(code, 0xa0, 0x17f) && code !== 0xad) ||
    [0x1a0, 0x1a1, 0x1af, 0x1b0, 0x218, 0x219, 0x21a, 0x21b, 0x300, 0x301, 0x303, 0x309, 0x323].includes(code) ||
    within(code, 0x388, 0x38a) ||
    within(code, 0x38e, 0x3a1) ||
    within(code, 0x3a3, 0x3ce) ||
    within(code, 0x400, 0x486) ||
    within(code, 0x488, 0x513) ||
    within(code, 0x1ea0, 0x1ef9)
  );
}

function within(code: number, from: number, to: number): boolean {
  return code >= from && code <= to;
}
