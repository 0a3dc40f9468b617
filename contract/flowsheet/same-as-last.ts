import type { CaseExercise } from './case-exercise.ts';
import { textHash } from './text-hash.ts';
import type { CaseExerciseId, NoteId } from '../base/ids.ts';
import { cellText, emptyCell } from './cell-text.ts';
import type { VisitCell } from './visit-exercises.ts';

/** A visit of the case with its column; `Start` is its wall time, `signedAt` null while its note is a draft. */
export type FlowsheetVisit = {
  VisitId: string;
  NoteId: NoteId;
  Start: string;
  signedAt: string | null;
  Cells: Readonly<Partial<Record<CaseExerciseId, VisitCell>>>;
};

type Row = Pick<CaseExercise, 'CaseExerciseId' | 'StoppedOn'>;

/** The latest signed visit of the case; with `before`, the latest that started earlier than that wall time. */
export function lastSigned(visitsOfCase: readonly FlowsheetVisit[], before?: string): FlowsheetVisit | null {
  let last: FlowsheetVisit | null = null;
  for (const visit of visitsOfCase) {
    if (visit.signedAt === null || (before !== undefined && visit.Start >= before)) continue;
    if (!last || visit.Start > last.Start || (visit.Start === last.Start && visit.signedAt > (last.signedAt ?? '')))
      last = visit;
  }
  return last;
}

/**
 * The cell that `=` takes: the dose of the latest signed visit of this case, or null where it has none for the row.
 * Neither pain nor comment nor performer is taken, and never what was skipped.
 */
export function sameAsLast(row: Row, visitsOfCase: readonly FlowsheetVisit[], before?: string): VisitCell | null {
  const last = lastSigned(visitsOfCase, before);
  const cell = last?.Cells[row.CaseExerciseId];
  if (!last || last.signedAt === null || !cell?.Dose) return null;
  const { Dose, Side, Assist } = cell;
  const taken: VisitCell = { ...emptyCell, Dose, Side, Assist };
  return { ...taken, From: { NoteId: last.NoteId, at: last.signedAt, hash: textHash(cellText(taken)) } };
}

/** The cells that `=` on the column head fills: rows not stopped whose cell says nothing yet. */
export function columnSameAsLast(
  rows: readonly Row[],
  visitsOfCase: readonly FlowsheetVisit[],
  cellsNow: Readonly<Partial<Record<CaseExerciseId, VisitCell>>>,
  before?: string,
): { CaseExerciseId: CaseExerciseId; cell: VisitCell }[] {
  return rows.flatMap((row) => {
    const now = cellsNow[row.CaseExerciseId];
    if (row.StoppedOn !== null || (now && cellText(now) !== '')) return [];
    const cell = sameAsLast(row, visitsOfCase, before);
    if (!cell) return [];
    const { Pain, Comment, ProviderId } = now ?? emptyCell;
    return [{ CaseExerciseId: row.CaseExerciseId, cell: { ...cell, Pain, Comment, ProviderId } }];
  });
}
