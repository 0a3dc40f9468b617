import { cellKey, cellKeys, cellOf, elementKeys } from './field-keys.ts';
import type { VisitNote } from './visit-note.ts';

/** What of a note is neither prose, nor an element of its kind, nor a cell. */
export type AboutNote = Pick<VisitNote, 'NoteType' | 'AlsoTypes' | 'CosignerProviderId' | 'TreatmentMinutes'>;
/** What of a note is written, as far as its fields go. */
export type NoteRow = Pick<VisitNote, 'Sections' | 'Elements' | 'Cells'> & AboutNote;

export const aboutFields = ['NoteType', 'AlsoTypes', 'CosignerProviderId', 'TreatmentMinutes'] as const;

/** A note in which nothing is written yet. */
export const unwritten: NoteRow = {
  NoteType: 'daily',
  AlsoTypes: [],
  CosignerProviderId: null,
  TreatmentMinutes: null,
  Sections: {},
  Elements: {},
  Cells: {},
};

export function isAbout(field: string): field is keyof AboutNote {
  return (aboutFields as readonly string[]).includes(field);
}

type Part = 'Sections' | 'Elements' | 'Cells';

/** Where a field of a note stands in its row: among its sections, elements or cells, or by itself. */
export function partOf(field: string): Part | null {
  return isAbout(field) ? null : partByKey(field);
}

function partByKey(field: string): Part {
  if (cellKeys.test(field)) return 'Cells';
  return elementKeys.test(field) ? 'Elements' : 'Sections';
}

/** Whether a field is a text that people write at length. */
export function isProse(field: string): boolean {
  return partOf(field) === 'Sections';
}

/** The cell that says where the value of a measure or the text of a section came from; null for any other field. */
export function originKey(field: string): string | null {
  if (isProse(field)) return cellKey('section', field, 'From');
  const cell = isAbout(field) ? null : cellOf(field);
  return cell?.owner === 'measure' && cell.name === 'Value' ? cellKey('measure', cell.id, 'From') : null;
}

/** What is typed as a number, so that nobody's is lost to another's. */
const minutes = 'TreatmentMinutes';

/** Whether the last one who sets a field decides, as of what is chosen; where a value came from goes with it, and so do templates. */
export function isLastArrival(field: string): boolean {
  const cell = isAbout(field) ? null : cellOf(field);
  return (isAbout(field) && field !== minutes) || cell?.name === 'From' || cell?.owner === 'template';
}

/** What a field holds; a section that was never written holds no text, an element or a cell no value. */
export function noteField(note: NoteRow | undefined, field: string): unknown {
  if (isAbout(field)) return (note ?? unwritten)[field];
  const part = partByKey(field);
  const fields = note?.[part];
  // A key may be a word that every object knows.
  const value = fields && Object.hasOwn(fields, field) ? fields[field] : null;
  return value ?? (part === 'Sections' ? '' : null);
}

/** The note with fields changed; only a daily note is another kind besides. */
export function withFields<N extends NoteRow>(note: N, changes: Readonly<Record<string, unknown>>): N {
  const { Sections, Elements, Cells } = note;
  const changed = { ...note, Sections: { ...Sections }, Elements: { ...Elements }, Cells: { ...Cells } };
  for (const [field, value] of Object.entries(changes)) {
    const part = partOf(field);
    Object.assign(part === null ? changed : changed[part], { [field]: value });
  }
  return changed.NoteType === 'daily' || changed.AlsoTypes.length === 0 ? changed : { ...changed, AlsoTypes: [] };
}

/** A field as a text, so that two versions of it can be compared: what is no text as JSON, nothing as an empty one. */
export function fieldText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field === minutes) return String(value);
  if (partOf(field) === 'Cells') return JSON.stringify(value);
  return typeof value === 'string' ? value : '';
}

/** What a text of `fieldText` stands for. */
export function valueOfText(field: string, text: string): unknown {
  if (isProse(field)) return text;
  if (text === '') return null;
  if (field === minutes) return Number(text);
  return partOf(field) === 'Cells' ? (JSON.parse(text) as unknown) : text;
}
