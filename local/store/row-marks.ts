import type { EntityName } from '#contract/kept-rows.ts';

/** What a device knows of a row without opening it; `day` is of a visit, or of a task that is done, else empty. */
export type Mark = { key: string; version: string; day: string };

/** The day by which a row is known; that of a done task says that its chart need not be opened for it. */
export function markDay(entity: EntityName, row: Record<string, unknown>): string {
  if (entity === 'visits') return String(row['Start']).slice(0, 10);
  return entity === 'tasks' && row['IsDone'] === true ? String(row['doneAt'] ?? '').slice(0, 10) : '';
}

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
