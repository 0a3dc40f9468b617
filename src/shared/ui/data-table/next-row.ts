import type { KeyboardEvent } from 'react';

/**
 * In tables, Enter moves focus to the input in the same column of the next row, the previous row
 * with Shift (spec 5). Put on the table; text areas keep Enter for themselves.
 */
export function moveByRow(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
  const from = event.target;
  if (!(from instanceof HTMLInputElement || from instanceof HTMLSelectElement)) return;
  const cell = from.closest('td');
  const row = cell?.closest('tr');
  if (!cell || !row) return;
  event.preventDefault();
  const to = inputInColumn(row, cell.cellIndex, event.shiftKey ? 'previousElementSibling' : 'nextElementSibling');
  to?.focus();
  if (to instanceof HTMLInputElement && to.type !== 'checkbox') to.select();
}

function inputInColumn(from: Element, column: number, step: 'nextElementSibling' | 'previousElementSibling') {
  for (let row = from[step]; row; row = row[step]) {
    const cell = row instanceof HTMLTableRowElement ? row.cells[column] : undefined;
    const field = cell?.querySelector<HTMLInputElement | HTMLSelectElement>(
      'input:not([disabled]), select:not([disabled])',
    );
    if (field) return field;
  }
  return null;
}
