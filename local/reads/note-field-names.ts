import { goalCellRow } from '#contract/cases/goals-of-case.ts';
import { cellOf, type CellOwner } from '#contract/documentation/field-keys.ts';
import { fieldNames, type CellRow, type FieldNames } from '#contract/documentation/field-words.ts';
import { segmentRow } from '#contract/measures/spine/segment-findings.ts';
import { measureNames } from './measures.ts';
import { readRows } from './reads.ts';

/** Reads the rows that cells speak of, by their ids; what is not on this device is left out. */
type RowReader = (ids: readonly string[]) => Promise<ReadonlyMap<string, CellRow>>;

/** Who knows the rows of each kind. */
const readers: Partial<Record<CellOwner, RowReader>> = {
  measure: measureNames,
  goal: goalNames,
  segment: async (ids) => new Map(ids.map((id) => [id, segmentRow(id)])),
};

async function goalNames(ids: readonly string[]): Promise<Map<string, CellRow>> {
  const goals = await readRows('goals', ids);
  return new Map(goals.map((goal) => [goal.GoalId, goalCellRow(goal)]));
}

/** How these fields of notes are called and read: a cell by the row it is about, as far as this device knows it. */
export async function readFieldNames(fields: readonly string[]): Promise<FieldNames> {
  return fieldNames(await readCellRows(fields));
}

/** The rows that cells among these fields speak of, by their ids, as far as this device knows them. */
export async function readCellRows(fields: readonly string[]): Promise<ReadonlyMap<string, CellRow>> {
  const ids = Map.groupBy(
    fields.flatMap((field) => cellOf(field) ?? []),
    ({ owner }) => owner,
  );
  const rows = new Map<string, CellRow>();
  for (const [owner, cells] of ids) {
    const found = await readers[owner]?.([...new Set(cells.map(({ id }) => id))]);
    for (const [id, row] of found ?? []) rows.set(id, row);
  }
  return rows;
}

/** Of fields that stand in the chart alone. */
export const plainFieldNames: FieldNames = fieldNames(new Map());
