/** Letters that do not come apart into a base letter and a mark. */
const whole: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i' };

/** Small letters without accents, so that `Núñez` and `nunez` are the same. */
export function fold(text: string): string {
  const small = text.toLowerCase();
  if (/^[\x20-\x7e]*$/.test(small)) return small;
  return small
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => whole[letter] ?? letter);
}

/** A name as one word. */
export function joined(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words a name is found by: `O’Brien-Smith` as obriensmith, o, brien, smith. */
export function nameWords(name: string): string[] {
  return fold(name)
    .split(/\s+/)
    .flatMap((word) => {
      const parts = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
      return parts.length > 1 ? [parts.join(''), ...parts] : parts;
    })
    .filter(Boolean);
}
