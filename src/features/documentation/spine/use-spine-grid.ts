import { useState, type KeyboardEvent } from 'react';

/** What makes an input a cell of the table. */
export type GridCell = { 'data-cell': string; tabIndex: 0 | -1; onFocus: () => void };

/** One tab stop for a table of inputs: arrows go to the next cell, within a text only from its ends. */
export function useSpineGrid(rows: number, columns: number) {
  const [at, setAt] = useState({ row: 0, column: 0 });
  return {
    cell: (row: number, column: number): GridCell => ({
      'data-cell': `${row}/${column}`,
      tabIndex: row === at.row && column === at.column ? 0 : -1,
      onFocus: () => setAt({ row, column }),
    }),
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      const step = stepOf(event);
      if (!step) return;
      const row = Math.min(Math.max(at.row + step.down, 0), rows - 1);
      const column = Math.min(Math.max(at.column + step.right, 0), columns - 1);
      const next = event.currentTarget.querySelector<HTMLInputElement>(`[data-cell="${row}/${column}"]`);
      if (!next) return;
      event.preventDefault();
      next.focus();
      if (next.type === 'text') next.select();
    },
  };
}

type Step = { down: number; right: number };

/** Enter and Shift with Enter go down and up (spec 5), as do the arrows. */
function stepOf({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent, target }: KeyboardEvent): Step | null {
  if (altKey || ctrlKey || metaKey || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return null;
  if (key === 'Enter') return { down: shiftKey ? -1 : 1, right: 0 };
  if (shiftKey) return null;
  if (key === 'ArrowDown' || key === 'ArrowUp') return { down: key === 'ArrowDown' ? 1 : -1, right: 0 };
  if (key === 'ArrowLeft' && isAtEnd(target, 'start')) return { down: 0, right: -1 };
  return key === 'ArrowRight' && isAtEnd(target, 'end') ? { down: 0, right: 1 } : null;
}

function isAtEnd({ type, selectionStart, selectionEnd, value }: HTMLInputElement, end: 'start' | 'end'): boolean {
  if (type !== 'text') return true;
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return end === 'start' ? selectionEnd === 0 : selectionStart === value.length;
}
