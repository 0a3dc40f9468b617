import type { NoteTable } from '../documentation/document/document-blocks.ts';
import type { CaseExercise } from './case-exercise.ts';
import { cellText } from './cell-text.ts';
import type { Cells } from './merge-cells.ts';
import { rowsInBlocks } from './row-order.ts';

type Row = Pick<CaseExercise, 'CaseExerciseId' | 'CPT_Code' | 'SortOrder' | 'Name'>;

/** What was done of the flowsheet at a visit, in the order of its screen; null where nothing was. A plan is no deed. */
export function exercisesTable(rows: readonly Row[], cells: Cells): NoteTable | null {
  const done = rowsInBlocks(rows)
    .flatMap(({ rows: block }) => block)
    .flatMap((row) => {
      const cell = cells[row.CaseExerciseId];
      if (!cell) return [];
      const pain = cell.Pain === null ? '' : `${cell.Pain} of 10`;
      return [[row.Name, row.CPT_Code ?? '', cellText(cell), pain, cell.Comment ?? '']];
    });
  if (done.length === 0) return null;
  return { title: 'Exercises', columns: ['Exercise', 'Code', 'Done', 'Pain', 'Comment'], rows: done };
}
