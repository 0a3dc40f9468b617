import type { Cells } from '../../documentation/cell-values.ts';
import type { NoteTable } from '../../documentation/document/document-blocks.ts';
import { cellOf } from '../../documentation/field-keys.ts';
import { viewNames, type BodyMark } from './body-mark.ts';
import { markName } from './mark-place.ts';

export type NamedMark = { id: string; mark: BodyMark };

/** The marks of a note in the order they were made: their ids begin with the moment. */
export function marksOf(cells: Cells): NamedMark[] {
  const marks = Object.entries(cells).flatMap(([field, value]): NamedMark[] => {
    const cell = value === null ? null : cellOf(field);
    return cell?.owner === 'mark' ? [{ id: cell.id, mark: value as BodyMark }] : [];
  });
  return marks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The body chart of a note on paper, each mark on the view it was made on; null where there is none. */
export function bodyTable(cells: Cells): NoteTable | null {
  const marks = marksOf(cells);
  if (marks.length === 0) return null;
  return {
    title: 'Body chart',
    columns: ['View', 'Region', 'Quality', 'Intensity'],
    rows: marks.map(({ mark }) => [
      viewNames[mark.View],
      markName(mark),
      mark.Quality ?? '',
      mark.Intensity === null ? '' : `${mark.Intensity}/10`,
    ]),
  };
}
