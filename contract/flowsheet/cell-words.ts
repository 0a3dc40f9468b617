import { isSameValue } from '../base/same-value.ts';
import type { CaseExercise } from './case-exercise.ts';
import { cellText } from './cell-text.ts';
import { VisitCell } from './visit-exercises.ts';

/** A cell in one line: the dose, pain and the comment. */
export function cellWords(cell: VisitCell | null): string {
  if (!cell) return '-';
  const { Pain, Comment } = cell;
  return [cellText(cell), Pain === null ? '' : `pain ${Pain}`, Comment ?? ''].filter(Boolean).join(', ') || '-';
}

type Cells = Readonly<Record<string, unknown>>;
type Row = Pick<CaseExercise, 'CaseExerciseId' | 'Name' | 'SortOrder'>;

/** The cells that differ between two columns of a visit, each column in one line, with the rows of the case as named now. */
export function columnsApart(mine: Cells, now: Cells, rows: readonly Row[]): { mine: string; now: string } {
  const order = new Map(rows.map((row) => [String(row.CaseExerciseId), row]));
  const place = (id: string) => order.get(id)?.SortOrder ?? Number.MAX_SAFE_INTEGER;
  const changed = [...new Set([...Object.keys(mine), ...Object.keys(now)])]
    .filter((id) => !isSameValue(mine[id], now[id]))
    .toSorted((a, b) => place(a) - place(b) || a.localeCompare(b));
  const inLine = (cells: Cells) =>
    changed
      .map((id) => {
        const cell = VisitCell.safeParse(cells[id]).data ?? null;
        return `${order.get(id)?.Name ?? 'Exercise'} ${cellWords(cell)}`;
      })
      .join('; ');
  return { mine: inLine(mine), now: inLine(now) };
}
