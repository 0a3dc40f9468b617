import { elementKeys } from './field-keys.ts';
import type { VisitNote } from './visit-note.ts';

/** What of a note is neither prose nor an element of its kind. */
export type AboutNote = Pick<VisitNote, 'NoteType' | 'AlsoTypes' | 'CosignerProviderId' | 'TreatmentMinutes'>;
/** What of a note is written, as far as its fields go. */
export type NoteRow = Pick<VisitNote, 'Sections' | 'Elements'> & AboutNote;

export const aboutFields = ['NoteType', 'AlsoTypes', 'CosignerProviderId', 'TreatmentMinutes'] as const;

/** A note in which nothing is written yet. */
export const unwritten: NoteRow = {
  NoteType: 'daily',
  AlsoTypes: [],
  CosignerProviderId: null,
  TreatmentMinutes: null,
  Sections: {},
  Elements: {},
};

export function isAbout(field: string): field is keyof AboutNote {
  return (aboutFields as readonly string[]).includes(field);
}

/** Where a field of a note stands in its row: among its sections or elements, or by itself. */
export function partOf(field: string): 'Sections' | 'Elements' | null {
  if (isAbout(field)) return null;
  return elementKeys.test(field) ? 'Elements' : 'Sections';
}

/** Whether a field is a text that people write at length. */
export function isProse(field: string): boolean {
  return partOf(field) === 'Sections';
}

/** Whether the last one who sets a field decides, as of what is no text. */
export function isLastArrival(field: string): boolean {
  return isAbout(field);
}

/** What a field holds; a section that was never written holds no text, an element no value. */
export function noteField(note: NoteRow | undefined, field: string): unknown {
  if (isAbout(field)) return (note ?? unwritten)[field];
  const part = elementKeys.test(field) ? 'Elements' : 'Sections';
  return note?.[part][field] ?? (part === 'Sections' ? '' : null);
}

/** The note with fields changed. */
export function withFields<N extends NoteRow>(note: N, changes: Readonly<Record<string, unknown>>): N {
  const changed = { ...note, Sections: { ...note.Sections }, Elements: { ...note.Elements } };
  for (const [field, value] of Object.entries(changes)) {
    const part = partOf(field);
    Object.assign(part === null ? changed : changed[part], { [field]: value });
  }
  return changed;
}
