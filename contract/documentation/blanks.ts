/** What a text leaves for someone to fill in: `***`, or `{{side}}` of a template. */
const blank = /\*{3}|\{\{[^{}]*\}\}/g;

/** `start` and `end` are places in the text; `name` is what is asked for, empty for `***`. */
export type Blank = { start: number; end: number; text: string; name: string };

/** The blanks of a text in their order. */
export function blanksOf(text: string): Blank[] {
  return [...text.matchAll(blank)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    text: found,
    name: found.startsWith('{{') ? found.slice(2, -2).trim() : '',
  }));
}

/** Why something with a blank in it is not signed; `title` is what it is called. */
export function blankSentence(title: string, { text }: Pick<Blank, 'text'>): string {
  return `${title} still has ${text} in it. Fill it in or remove it.`;
}

/** The first blank from a place on; undefined where there is none. */
export function nextBlank(text: string, from: number): Blank | undefined {
  return blanksOf(text).find(({ start }) => start >= from);
}

type Range = { start: number; end: number };

/** A text with another put in place of what is selected, apart from the words around it; `at` is where that begins. */
export function withInserted(text: string, { start, end }: Range, body: string): { text: string; at: number } {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const left = before !== '' && !/\s$/.test(before) ? ' ' : '';
  const right = after !== '' && !/^\s/.test(after) ? ' ' : '';
  return { text: before + left + body + right + after, at: before.length + left.length };
}
