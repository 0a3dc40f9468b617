import { parseDose, type ParsedDose } from './parse-dose.ts';

/** A column of the grid; only today's can be written. */
export type GridColumn = { key: string; isEditable: boolean };
export type GridPlace = { row: number; column: number };

/** A cell a paste would write: its row and column, the text as pasted, and what it says. */
export type PastedCell = { rowId: string; columnKey: string; text: string; parsed: ParsedDose };

export type Paste = {
  cells: PastedCell[];
  /** Cells that were left out, as sentences; empty where all fit. */
  leftOut: string[];
};

/**
 * The cells of a pasted table, its first at `at` (indexes into rows and columns). Nothing outside the grid and
 * nothing into a column of another day is written; a cell that cannot be read keeps its text and has its problem.
 */
export function pasteTsv(text: string, at: GridPlace, rows: readonly string[], columns: readonly GridColumn[]): Paste {
  const cells: PastedCell[] = [];
  let [outside, locked] = [0, 0];
  for (const [down, line] of tsvRows(text).entries())
    for (const [right, cell] of line.entries()) {
      const [rowId, column] = [rows[at.row + down], columns[at.column + right]];
      if (rowId === undefined || !column) outside += cell.trim() === '' ? 0 : 1;
      else if (!column.isEditable) locked += cell.trim() === '' ? 0 : 1;
      else cells.push({ rowId, columnKey: column.key, text: cell, parsed: parseDose(cell) });
    }
  return { cells, leftOut: [...sentence(outside, isOutside), ...sentence(locked, isLocked)] };
}

type Ending = (is: 'is' | 'are') => string;
const isOutside: Ending = (is) => `${is} outside the table and ${is === 'is' ? 'was' : 'were'} not pasted.`;
const isLocked: Ending = (is) => `${is} of another visit and ${is === 'is' ? 'was' : 'were'} not pasted.`;

function sentence(count: number, ending: Ending): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 cell ${ending('is')}` : `${count} cells ${ending('are')}`];
}

/** Rows and cells as spreadsheets copy them: quoted where a cell has tabs, quotes or line breaks. */
export function tsvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const piece = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  for (let at = 0; at <= text.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (!found) break;
    const [, quoted, bare, end] = found;
    rows.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  // The last line of a copied range ends with a line break.
  const last = rows.at(-1);
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop();
  return rows;
}
