import { endFeels, goalStatuses } from './cell-values.ts';
import { cellOf } from './field-keys.ts';
import { cellFieldName, fieldTitle } from './field-titles.ts';
import { markText, type BodyMark } from '../measures/body/body-mark.ts';
import { isProse } from './note-field.ts';
import { noteTypeNames, type NoteType } from './note-types.ts';
import { elementWords } from './shown-parts.ts';

/** What a field of a note holds, as it is read; nothing is an empty text. */
export function fieldWords(field: string, value: unknown): string {
  const cell = cellOf(field);
  if (cell) return cellWords(cell.name, value);
  if (Array.isArray(value)) return value.map((one) => fieldWords('NoteType', one)).join(', ');
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '' || isProse(field)) return typeof value === 'string' ? value : '';
  return field === 'NoteType' ? noteTypeNames[value as NoteType] : elementWords(field, value);
}

/** What a field of a cell holds, where nothing is known of its row. */
export function cellWords(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return name === 'Percent' ? `${value}%` : String(value);
  if (typeof value === 'string') return choices[name]?.[value] ?? value;
  if (name === 'Mark') return value ? markText(value as BodyMark) : '';
  if (name === 'Used') return (value as { Name?: string } | null | undefined)?.Name ?? '';
  return name === 'From' && value !== null && value !== undefined ? 'From an earlier note' : '';
}

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = { EndFeel: endFeels, Status: goalStatuses };

/** A row that cells speak of: what it is called, how a field of it is read, and where it stands among those of its case. */
export type CellRow = {
  name: string;
  /** As paper names it, where the screen has the rest beside it. */
  inFull?: string;
  words(name: string, value: unknown): string;
  order?: number;
};

/** How fields of notes are called and read on screens. */
export type FieldNames = { title(field: string): string; words(field: string, value: unknown): string };

/** Names of fields of a note, of cells by the rows they are about; a row that is not known has no name of its own. */
export function fieldNames(rows: ReadonlyMap<string, CellRow>): FieldNames {
  const rowOf = (field: string) => {
    const cell = cellOf(field);
    const row = cell && rows.get(cell.id);
    return cell && row ? { cell, row } : null;
  };
  return {
    title(field) {
      const found = rowOf(field);
      if (!found) return fieldTitle(field);
      const { row, cell } = found;
      return cell.name === 'Value' ? row.name : `${row.name}, ${cellFieldName(cell.name)}`;
    },
    words(field, value) {
      const found = rowOf(field);
      return found ? found.row.words(found.cell.name, value) : fieldWords(field, value);
    },
  };
}
