import { fail } from '#contract/base/errors.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import { mostCells } from '#contract/documentation/cell-values.ts';
import { cellOf, type CellOwner } from '#contract/documentation/field-keys.ts';
import { noteField, withFields, type NoteRow } from '#contract/documentation/note-field.ts';
import type { Tx } from '#server/kit/context.ts';

/** Where the rows are that cells speak of: `live` says in SQL which of them may be written of. */
type OwnerTable = { table: string; key: string; live: string };
/** A template may be gone or of another person: the note says what it was. */
type RowOwner = Exclude<CellOwner, 'template'>;
const tables: Record<RowOwner, OwnerTable> = {
  measure: { table: 'case_eval_measurements', key: 'CaseEvalMeasurementId', live: 'deleted_at is null' },
  goal: { table: 'goals', key: 'GoalId', live: 'true' },
};

const gone: Readonly<Record<RowOwner, string>> = {
  measure:
    'A measure of this note is not in this case, or was removed. Add it to the case, then enter the value again.',
  goal: 'A goal of this note is not in this case, or was removed. Its status was not saved.',
};

/** Fails where a changed cell is about a row of another case, or about one that is not there or was removed. */
export async function assertCellRows(
  tx: Tx,
  { CaseId, now, changes }: { CaseId: string; now: NoteRow; changes: Readonly<Record<string, unknown>> },
): Promise<void> {
  const changed = Object.entries(changes).filter(([field, value]) => !isSameValue(value, noteField(now, field)));
  const cells = changed.flatMap(([field]) => cellOf(field) ?? []);
  if (Object.keys(withFields(now, changes).Cells).length > mostCells)
    fail('invalid', `A note has at most ${mostCells} values of measures and goals.`);
  for (const owner of Object.keys(tables) as RowOwner[]) {
    const ids = new Set(cells.filter((cell) => cell.owner === owner).map(({ id }) => id));
    if (ids.size > (await liveRows(tx, { owner, CaseId, ids: [...ids] }))) fail('user-visible', gone[owner]);
  }
}

type Asked = { owner: RowOwner; CaseId: string; ids: readonly string[] };

async function liveRows(tx: Tx, { owner, CaseId, ids }: Asked): Promise<number> {
  const of = tables[owner];
  if (ids.length === 0) return 0;
  // Held until the note is written: a row is not removed in between.
  const rows = await tx.rows(
    `select 1 from ${of.table} where site = app_site() and "CaseId" = $1 and "${of.key}" = any($2::uuid[]) and ${of.live} for share`,
    [CaseId, ids],
  );
  return rows.length;
}
