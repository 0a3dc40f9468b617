/** A word as it is compared, and where it is in its text. */
export type TextWord = { word: string; start: number; end: number };

/** The words of a text in lower case, without marks. A token such as {{slug}} or *** is a gap between words. */
export function textWords(text: string): TextWord[] {
  const found = text.matchAll(/\{\{[^{}]*\}\}|\*{3}|[\p{L}\p{N}]+(?:['’.,/-][\p{L}\p{N}]+)*[%°]?/gu);
  return Array.from(found, ({ 0: word, index: start }) => ({
    word: /^[{*]/.test(word) ? '' : word.toLowerCase().replaceAll('’', "'"),
    start,
    end: start + word.length,
  }));
}
