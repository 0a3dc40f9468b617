import { useRef, type RefObject } from 'react';
import type { CaseExerciseId } from '#contract/base/ids.ts';
import { counted } from '#contract/base/nouns.ts';
import { emptyCell, typedCell } from '#contract/flowsheet/cell-text.ts';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { noEdits, recordStep, redoStep, undoStep, type CellEdit } from '#contract/flowsheet/edit-list.ts';
import type { GridEffect } from '#contract/flowsheet/grid-key.ts';
import { keptCell } from '#contract/flowsheet/merge-cells.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import { movedRow } from '#contract/flowsheet/row-order.ts';
import { columnSameAsLast, sameAsLast } from '#contract/flowsheet/same-as-last.ts';
import type { VisitCell } from '#contract/flowsheet/visit-exercises.ts';
import { placeRows, type Flowsheet } from '#local/reads/flowsheet.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toast, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import type { FlowsheetEditing } from './use-flowsheet.ts';

/** The key of the only column that is written. */
export const today = 'today';

type Options = {
  sheet: Flowsheet;
  rows: readonly CaseExercise[];
  editing: FlowsheetEditing;
  isReadOnly: boolean;
  onAdd: () => void;
  /** What the edited cell held before the first key. */
  before: RefObject<VisitCell | null>;
};

/** What the keys of the grid do to its cells and rows; each step can be undone. */
export function useCellEdits({ sheet, rows, editing, isReadOnly, onAdd, before }: Options) {
  const edits = useRef(noEdits);
  const lasts = sheet.last ? [sheet.last] : [];
  const cellOf = (row: string): VisitCell | null => editing.cells[row as CaseExerciseId] ?? null;
  const editOf = (rowId: string, was: VisitCell | null, after: VisitCell | null): CellEdit => ({
    rowId,
    columnKey: today,
    before: was,
    after: keptCell(after),
  });

  function write(step: readonly CellEdit[]): void {
    editing.change(step.map(({ rowId, after }) => ({ CaseExerciseId: rowId as CaseExerciseId, Cell: after })));
  }

  function apply(step: readonly CellEdit[]): void {
    edits.current = recordStep(edits.current, step);
    write(step);
  }

  function run(effect: GridEffect): void {
    if (isReadOnly) return;
    switch (effect.kind) {
      case 'write': {
        const after = typedCell(before.current ?? emptyCell, parseDose(effect.text));
        return after ? apply([editOf(effect.rowId, before.current, after)]) : undefined;
      }
      case 'clear':
        return apply([editOf(effect.rowId, cellOf(effect.rowId), null)]);
      case 'takeLast':
        return takeLast(effect.rowId);
      case 'takeLastColumn':
        return takeColumn();
      case 'addRow':
        return onAdd();
      case 'moveRow':
        return move(effect.rowId as CaseExerciseId, effect.by);
      default:
        return goBack(effect.kind);
    }
  }

  function takeLast(rowId: string): void {
    const row = rows.find(({ CaseExerciseId: id }) => id === rowId);
    const cell = row && sameAsLast(row, lasts);
    if (!cell) return announce('The last signed visit has no dose for this exercise.');
    const now = cellOf(rowId);
    const { Pain, Comment, ProviderId } = now ?? emptyCell;
    apply([editOf(rowId, now, { ...cell, Pain, Comment, ProviderId })]);
  }

  function takeColumn(): void {
    const cells = columnSameAsLast(rows, lasts, editing.cells);
    apply(cells.map(({ CaseExerciseId: id, cell }) => editOf(id, cellOf(id), cell)));
    announce(
      cells.length === 0 ? 'Nothing to take from the last signed visit.' : `${counted(cells.length, 'cell')} filled.`,
    );
  }

  function move(id: CaseExerciseId, by: -1 | 1): void {
    placeRows(movedRow(sheet.rows, id, by), sheet.rows).catch((error: unknown) =>
      toastFailure(error, 'The order could not be saved on this device.'),
    );
  }

  function goBack(kind: 'undo' | 'redo'): void {
    const { list, write: step, left } = (kind === 'undo' ? undoStep : redoStep)(edits.current, cellOf);
    edits.current = list;
    write(step);
    if (left > 0) toast('Some cells changed since, so they stay as they are.');
  }

  return { cellOf, write, apply, run, takeColumn };
}
