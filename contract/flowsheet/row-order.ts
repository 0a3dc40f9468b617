import type { CaseExercise } from './case-exercise.ts';

type Row = Pick<CaseExercise, 'CaseExerciseId' | 'CPT_Code' | 'SortOrder'>;

/** Rows under their CPT blocks: blocks in the order of their first row, rows without a code last. */
export function rowsInBlocks<R extends Row>(rows: readonly R[]): { CPT_Code: string | null; rows: R[] }[] {
  const sorted = [...rows].sort((a, b) => a.SortOrder - b.SortOrder || (a.CaseExerciseId < b.CaseExerciseId ? -1 : 1));
  const blocks = new Map<string | null, R[]>();
  for (const row of sorted) blocks.set(row.CPT_Code, [...(blocks.get(row.CPT_Code) ?? []), row]);
  return [...blocks]
    .map(([CPT_Code, inBlock]) => ({ CPT_Code, rows: inBlock }))
    .sort((a, b) => Number(a.CPT_Code === null) - Number(b.CPT_Code === null));
}

/**
 * The rows whose SortOrder changes when one moves up or down within its block; none at the block's end. Every row
 * gets its place in the whole list where two had the same.
 */
export function movedRow(
  rows: readonly Row[],
  id: Row['CaseExerciseId'],
  by: -1 | 1,
): Pick<Row, 'CaseExerciseId' | 'SortOrder'>[] {
  const blocks = rowsInBlocks(rows);
  const block = blocks.find((each) => each.rows.some((row) => row.CaseExerciseId === id));
  const from = block?.rows.findIndex((row) => row.CaseExerciseId === id) ?? -1;
  const [row, other] = [block?.rows[from], block?.rows[from + by]];
  if (!block || !row || !other) return [];
  block.rows[from] = other;
  block.rows[from + by] = row;
  const before = new Map(rows.map((each) => [each.CaseExerciseId, each.SortOrder]));
  if (new Set(before.values()).size === rows.length)
    return [
      { CaseExerciseId: row.CaseExerciseId, SortOrder: other.SortOrder },
      { CaseExerciseId: other.CaseExerciseId, SortOrder: row.SortOrder },
    ];
  return blocks
    .flatMap((each) => each.rows)
    .map(({ CaseExerciseId }, SortOrder) => ({ CaseExerciseId, SortOrder }))
    .filter(({ CaseExerciseId, SortOrder }) => before.get(CaseExerciseId) !== SortOrder);
}
