import type { Cells } from '../../documentation/cell-values.ts';
import type { Drawing, NoteTable } from '../../documentation/document/document-blocks.ts';
import { cellOf } from '../../documentation/field-keys.ts';
import { BodyView, patientsMark, viewNames, type BodyMark } from './body-mark.ts';
import { bodyRegions } from './body-regions.ts';
import { markName, markWords } from './mark-place.ts';

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
      mark.From === 'patient' ? `${markName(mark)} (${patientsMark})` : markName(mark),
      mark.Quality ?? '',
      mark.Intensity === null ? '' : `${mark.Intensity}/10`,
    ]),
  };
}

/** Of the picture only the middle is shown: the body is narrow. */
export const bodyFrame = { left: 280, width: 440, height: 1000 } as const;

/** The body from the front and from behind with the marks of a note, each at its very point; none where nothing is marked. */
export function bodyDrawings(cells: Cells): Drawing[] {
  return drawingsOf(marksOf(cells));
}

/** The same of marks that stand in no note yet. */
export function drawingsOf(marks: readonly Pick<NamedMark, 'mark'>[]): Drawing[] {
  if (marks.length === 0) return [];
  return BodyView.options.map((view) => {
    const own = marks.filter(({ mark }) => mark.View === view);
    return {
      caption: viewNames[view],
      words: own.length === 0 ? 'no marks' : own.map(({ mark }) => markWords(mark)).join('; '),
      width: bodyFrame.width,
      height: bodyFrame.height,
      outlines: bodyRegions
        .filter(({ View }) => View === view)
        .map(({ polygon }) => polygon.map(([x, y]) => [x - bodyFrame.left, y] as const)),
      dots: own.map(({ mark: { x, y } }) => ({ x: x - bodyFrame.left, y })),
    };
  });
}
