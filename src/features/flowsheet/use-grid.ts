import { useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { CaseExerciseId } from '#contract/base/ids.ts';
import { cellText, emptyCell, typedCell } from '#contract/flowsheet/cell-text.ts';
import type { CellEdit } from '#contract/flowsheet/edit-list.ts';
import { gridKey, gridText, type GridState } from '#contract/flowsheet/grid-key.ts';
import { keptCell } from '#contract/flowsheet/merge-cells.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import { pasteTsv } from '#contract/flowsheet/paste-tsv.ts';
import { rowsInBlocks } from '#contract/flowsheet/row-order.ts';
import type { VisitCell } from '#contract/flowsheet/visit-exercises.ts';
import type { Flowsheet } from '#local/reads/flowsheet.ts';
import { toast } from '#shared/ui/toasts/toasts.tsx';
import { today, useCellEdits } from './use-cell-edits.ts';
import type { FlowsheetEditing } from './use-flowsheet.ts';

const tooLong = 'This text is too long for a dose. Move it to the comment.';

type Options = {
  sheet: Flowsheet;
  editing: FlowsheetEditing;
  isReadOnly: boolean;
  onAdd: () => void;
};

/** The keyboard of the flowsheet over its cells (contract/flowsheet/grid-key.ts). */
export function useGrid({ sheet, editing, isReadOnly, onAdd }: Options) {
  const blocks = useMemo(() => rowsInBlocks(sheet.rows), [sheet.rows]);
  const rows = useMemo(() => blocks.flatMap((block) => block.rows), [blocks]);
  const [at, setAt] = useState({ row: 0, column: 0 });
  const [typing, setTyping] = useState<GridState['editing']>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOpen = useRef(false);
  /** What the edited cell held before the first key. */
  const before = useRef<VisitCell | null>(null);

  const state: GridState = {
    rows: rows.map(({ CaseExerciseId: id, CPT_Code }) => ({ id, block: CPT_Code })),
    columns: [
      { key: today, isEditable: !isReadOnly },
      ...sheet.earlier.map((visit) => ({ key: visit.VisitId, isEditable: false })),
    ],
    at: { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, sheet.earlier.length) },
    editing: typing,
  };
  const active = rows[state.at.row];
  const { cellOf, write, apply, run, takeColumn } = useCellEdits({ sheet, rows, editing, isReadOnly, onAdd, before });

  /** The dose as far as it is typed is kept as a draft; null where it is too long to be one. */
  function keepText(rowId: CaseExerciseId, text: string): void {
    const cell = typedCell(before.current ?? emptyCell, parseDose(text));
    setProblem(cell ? null : tooLong);
    if (cell) write([{ rowId, columnKey: today, before: null, after: cell }]);
  }

  function typeText(text: string): void {
    setTyping(gridText(state, text).editing);
    if (active) keepText(active.CaseExerciseId, text);
  }

  function begin(text: string | null): void {
    if (!active || isReadOnly) return;
    before.current = cellOf(active.CaseExerciseId);
    isOpen.current = true;
    setTyping({ text, isReplacing: text !== null });
    if (text !== null) keepText(active.CaseExerciseId, text);
  }

  /** What was typed stays when the pointer or the focus goes elsewhere. */
  function commit(): void {
    if (!typing || !isOpen.current || problem !== null) return;
    isOpen.current = false;
    if (active && typing.text !== null)
      run({ kind: 'write', rowId: active.CaseExerciseId, columnKey: today, text: typing.text });
    setTyping(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, shiftKey: shift, altKey: alt } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const step = gridKey(state, { key, shift, ctrl, alt, isComposing: event.nativeEvent.isComposing });
    // What is too long to be kept stays in the field.
    if (typing && problem !== null && key !== 'Escape' && step.isHandled) return event.preventDefault();
    if (step.isHandled) event.preventDefault();
    if (typing && key === 'Escape' && active)
      write([{ rowId: active.CaseExerciseId, columnKey: today, before: null, after: before.current }]);
    setAt(step.state.at);
    if (!typing && step.state.editing) return begin(step.state.editing.text);
    if (step.state.editing === null) {
      isOpen.current = false;
      setTyping(null);
      setProblem(null);
    }
    for (const effect of step.effects) run(effect);
  }

  function onPaste(event: ClipboardEvent<HTMLElement>): void {
    if (typing || isReadOnly || state.at.row < 0) return;
    event.preventDefault();
    const ids = rows.map(({ CaseExerciseId: id }) => String(id));
    const { cells, leftOut } = pasteTsv(event.clipboardData.getData('text'), state.at, ids, state.columns);
    const step = cells.map(({ rowId, parsed }): CellEdit | null => {
      const now = cellOf(rowId);
      const after = typedCell(now ?? emptyCell, parsed);
      return after && { rowId, columnKey: today, before: now, after: keptCell(after) };
    });
    apply(step.filter((edit) => edit !== null));
    const long = step.includes(null) ? [`${tooLong} It was not pasted.`] : [];
    for (const sentence of [...leftOut, ...long]) toast(sentence);
  }

  /** The place of a cell under the pointer. */
  function pick(rowId: string, column: number): void {
    setAt({ row: rows.findIndex(({ CaseExerciseId: id }) => id === rowId), column });
  }
  return {
    blocks,
    state,
    active,
    problem,
    pick,
    begin,
    typeText,
    commit,
    onKeyDown,
    onPaste,
    takeColumn,
    typedText: (row: string) => shownText(typing, active?.CaseExerciseId === row, before.current),
  };
}

function shownText(typing: GridState['editing'], isHere: boolean, before: VisitCell | null): string | null {
  if (!typing || !isHere) return null;
  return typing.text ?? (before ? cellText(before) : '');
}
