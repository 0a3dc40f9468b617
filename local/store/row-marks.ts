/** What a device knows of a row without opening it; `day` is empty but for a visit. */
export type Mark = { key: string; version: string; day: string };

/** Marks as they are stored: a line each. No part of one holds a blank. */
export function textOfMarks(marks: readonly Mark[]): string {
  return marks.map(({ key, version, day }) => `${key} ${version} ${day}`).join('\n');
}

/** The marks of such a text, in their order. */
export function marksOf(text: string | undefined): Mark[] {
  if (text === undefined || text === '') return [];
  return text.split('\n').map((line) => {
    const [key = '', version = '', day = ''] = line.split(' ');
    return { key, version, day };
  });
}
