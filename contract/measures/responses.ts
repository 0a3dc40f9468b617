import { saysSomething, type Cells } from '../documentation/cell-values.ts';
import { cellFields, cellKey, cellOf } from '../documentation/field-keys.ts';
import type { VisitNote } from '../documentation/visit-note.ts';
import type { EvalResponse } from './eval-response.ts';

const names = cellFields.measure;

/** What a note says of a measurement of its case; all null where it says nothing. */
export function responseOf({ NoteId, Cells }: Pick<VisitNote, 'NoteId' | 'Cells'>, rowId: string): EvalResponse {
  const fields = Object.fromEntries(names.map((name) => [name, Cells[cellKey('measure', rowId, name)] ?? null]));
  return { ...(fields as unknown as EvalResponse), CaseEvalMeasurementId: rowId as never, NoteId };
}

/** The measurements of a case that a note says something of. */
export function measuredRows(cells: Cells): Set<string> {
  const said = Object.entries(cells).filter(([, value]) => saysSomething(value));
  const found = said.flatMap(([field]) => cellOf(field) ?? []);
  return new Set(found.filter(({ owner, name }) => owner === 'measure' && name !== 'From').map(({ id }) => id));
}
