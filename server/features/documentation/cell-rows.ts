import type { Case } from '#contract/cases/case.ts';
import { fail } from '#contract/base/errors.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import { mostCells, type Cells } from '#contract/documentation/cell-values.ts';
import { mostParts } from '#contract/documentation/visit-note.ts';
import { markProblem } from '#contract/measures/body/mark-place.ts';
import { marksOf } from '#contract/measures/body/marks.ts';
import { spineRefusal } from '#contract/measures/spine/spine-refusal.ts';
import { cellOf, cellOwners, type CellOwner } from '#contract/documentation/field-keys.ts';
import { noteField, withFields, type NoteRow } from '#contract/documentation/note-field.ts';
import type { Caller, Tx } from '#server/kit/context.ts';

/** Where the rows are that cells speak of: `live` says in SQL which of them may be written of. */
/** A template may be gone or of another person: the note says what it was. */
type RowOwner = Exclude<CellOwner, 'segment' | 'mark' | 'template' | 'section'>;
type OwnerTable = { table: string; key: string; live: string };
const tables: Readonly<Record<RowOwner, OwnerTable>> = {
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
  { of, now, changes, by }: { of: Case; now: NoteRow; changes: Readonly<Record<string, unknown>>; by: Caller },
): Promise<void> {
  const changed = Object.entries(changes).filter(([field, value]) => !isSameValue(value, noteField(now, field)));
  const cells = changed.flatMap(([field]) => cellOf(field) ?? []);
  const { Sections, Elements, Cells: all } = withFields(now, changes);
  if (Object.keys(all).length > mostCells)
    fail('invalid', `A note has at most ${mostCells} values of measures and goals.`);
  if (Object.keys(Sections).length + Object.keys(Elements).length > mostParts)
    fail('invalid', `A note has at most ${mostParts} sections and answers.`);
  const spine = cells.some(({ owner }) => owner === 'segment') ? spineRefusal(of.Discipline, by) : null;
  if (spine !== null) fail('no-permission', spine);
  for (const { mark } of marksOf(Object.fromEntries(changed) as Cells)) {
    const problem = markProblem(mark);
    if (problem !== null) fail('user-visible', `Body chart: ${problem}`);
  }
  for (const owner of cellOwners.filter(isRow)) {
    const ids = new Set(cells.filter((cell) => cell.owner === owner).map(({ id }) => id));
    if (ids.size > (await liveRows(tx, { owner, CaseId: of.CaseId, ids: [...ids] }))) fail('user-visible', gone[owner]);
  }
  // Prose is not refused because the draft it was copied from is gone since.
  const sources = changed.flatMap(([field, value]) => {
    const cell = cellOf(field);
    return cell?.owner === 'measure' && cell.name === 'From' ? (sourceOf(value) ?? []) : [];
  });
  await assertNotesOfCase(tx, of.CaseId, sources);
}

function sourceOf(value: unknown): string | null {
  const { NoteId = null } = (value ?? {}) as { NoteId?: string | null };
  return NoteId;
}

/** Fails where a value is said to come from a note of another case. */
export async function assertNotesOfCase(tx: Tx, CaseId: string, ids: readonly string[]): Promise<void> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (asked.length === 0) return;
  const found = await tx.rows(
    `select 1 from visit_notes where site = app_site() and "CaseId" = $1 and "NoteId" = any($2::uuid[])`,
    [CaseId, asked],
  );
  if (found.length < asked.length)
    fail('user-visible', 'A value was copied from a note that is not in this case. Enter the value again.');
}

/** Segments of the spine, marks of the body chart and sections have no rows; templates need not have one any more. */
function isRow(owner: CellOwner): owner is RowOwner {
  return Object.hasOwn(tables, owner);
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
