import type { CaseExerciseId } from '../base/ids.ts';
import { isSameValue } from '../base/same-value.ts';
import { counted } from '../base/nouns.ts';
import type { VisitCell } from './visit-exercises.ts';

export type Cells = Readonly<Partial<Record<CaseExerciseId, VisitCell>>>;
/** Null empties the cell. */
export type CellChange = { CaseExerciseId: CaseExerciseId; Cell: VisitCell | null };

/** A cell as it is compared and stored: one that says nothing is none. */
export function keptCell(cell: VisitCell | null | undefined): VisitCell | null {
  return cell && Object.values(cell).some((value) => value !== null) ? cell : null;
}

/** The cells with some changed. */
export function withCells(cells: Cells, changes: readonly CellChange[]): Record<CaseExerciseId, VisitCell> {
  const changed = new Map(Object.entries(cells));
  for (const { CaseExerciseId, Cell } of changes) {
    const kept = keptCell(Cell);
    if (kept) changed.set(CaseExerciseId, kept);
    else changed.delete(CaseExerciseId);
  }
  return Object.fromEntries(changed) as Record<CaseExerciseId, VisitCell>;
}

/**
 * Three-way merge of a visit's column, cell by cell (sync.md): a change goes in where the cell still has what its writer
 * started from, or has the same already; every other cell is a conflict and stays. One without a base goes in as it is.
 * `isThere` says which exercises the case still has: a removed one takes nothing.
 */
export function mergedCells(
  now: Cells,
  changes: readonly CellChange[],
  base: Readonly<Record<string, unknown>>,
  isThere: (row: CaseExerciseId) => boolean = () => true,
): { merged: Record<CaseExerciseId, VisitCell>; conflicts: CaseExerciseId[]; isChanged: boolean } {
  const taken: CellChange[] = [];
  const conflicts: CaseExerciseId[] = [];
  for (const change of changes) {
    const { CaseExerciseId: row } = change;
    const there = keptCell(now[row]);
    if (isSameValue(keptCell(change.Cell), there)) continue;
    const started = base[row] as VisitCell | null | undefined;
    const isSeen = started === undefined || isSameValue(keptCell(started), there);
    if (isSeen && isThere(row)) taken.push(change);
    else conflicts.push(row);
  }
  return { merged: withCells(now, taken), conflicts, isChanged: taken.length > 0 };
}

/** Why cells were not saved that someone else had changed. */
export function cellConflictSentence(cells: number): string {
  return `${counted(cells, 'cell')} of this flowsheet changed since you edited ${cells === 1 ? 'it' : 'them'}: someone else changed or removed ${cells === 1 ? 'it' : 'them'}, or your earlier change was not accepted. Your values were not saved there.`;
}
