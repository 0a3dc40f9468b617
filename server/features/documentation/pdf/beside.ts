import { goalCellRow } from '#contract/cases/goals-of-case.ts';
import type { NoteTable } from '#contract/documentation/document/document-blocks.ts';
import { cellOf, type CellOwner } from '#contract/documentation/field-keys.ts';
import type { CellRow } from '#contract/documentation/field-words.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { exercisesTable } from '#contract/flowsheet/exercises-table.ts';
import { outcomeMeasure } from '#contract/outcomes/outcomes.ts';
import { outcomesTable } from '#contract/outcomes/outcomes-table.ts';
import { asCellRow } from '#contract/measures/measure-words.ts';
import { segmentRow } from '#contract/measures/spine/segment-findings.ts';
import { exercisesOfVisit, rowsOfCase } from '#server/features/flowsheet/store.ts';
import { outcomesOfCase } from '#server/features/outcomes/store.ts';
import { measurementsById, measuresById } from '#server/features/measures/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { findRow } from '#server/kit/db/rows.ts';

/** Reads the rows that cells speak of, by their ids; a row that the caller may not see is left out. */
type RowReader = (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, CellRow>>;
/** Reads what else was recorded of the visit of a note, as tables. */
type TableReader = (tx: Tx, note: VisitNote) => Promise<NoteTable[]>;

/** Who knows the rows of each kind; as local/reads/note-field-names.ts for devices. */
const rowReaders: Partial<Record<CellOwner, RowReader>> = {
  measure: measureRows,
  goal: goalRows,
  segment: segmentRows,
};
/** As local/reads/print-note.ts for devices. */
const tableReaders: readonly TableReader[] = [exercises, outcomes];

/** The rows that the cells of these notes speak of, by their ids. */
export async function readCellRows(tx: Tx, notes: readonly VisitNote[]): Promise<ReadonlyMap<string, CellRow>> {
  const cells = notes.flatMap(({ Cells }) => Object.keys(Cells)).flatMap((field) => cellOf(field) ?? []);
  const rows = new Map<string, CellRow>();
  for (const [owner, found] of Map.groupBy(cells, (cell) => cell.owner)) {
    const known = await rowReaders[owner]?.(tx, [...new Set(found.map(({ id }) => id))]);
    for (const [id, row] of known ?? []) rows.set(id, row);
  }
  return rows;
}

export async function readTables(tx: Tx, note: VisitNote): Promise<NoteTable[]> {
  const tables: NoteTable[] = [];
  for (const read of tableReaders) tables.push(...(await read(tx, note)));
  return tables;
}

async function measureRows(tx: Tx, ids: readonly string[]): Promise<Map<string, CellRow>> {
  const rows = await measuresById(tx, ids);
  const measurementOf = await measurementsById(
    tx,
    rows.map(({ EvalMeasurementId }) => EvalMeasurementId),
  );
  const named = rows.flatMap((row) => {
    const measurement = measurementOf(row.EvalMeasurementId);
    return measurement ? [[String(row.CaseEvalMeasurementId), asCellRow(measurement, row)] as const] : [];
  });
  return new Map(named);
}

async function goalRows(tx: Tx, ids: readonly string[]): Promise<Map<string, CellRow>> {
  const named = new Map<string, CellRow>();
  for (const id of ids) {
    const goal = await findRow(tx, 'goals', id);
    if (goal) named.set(id, goalCellRow(goal));
  }
  return named;
}

async function outcomes(tx: Tx, note: VisitNote): Promise<NoteTable[]> {
  const table = outcomesTable(note, await outcomesOfCase(tx, note.CaseId), outcomeMeasure);
  return table ? [table] : [];
}

async function exercises(tx: Tx, { VisitId, CaseId }: VisitNote): Promise<NoteTable[]> {
  if (VisitId === null) return [];
  const column = await exercisesOfVisit(tx, VisitId);
  const table = column && exercisesTable(await rowsOfCase(tx, CaseId), column.Cells);
  return table ? [table] : [];
}

async function segmentRows(_tx: Tx, ids: readonly string[]): Promise<Map<string, CellRow>> {
  return new Map(ids.map((id) => [id, segmentRow(id)]));
}
