import { z } from 'zod';
import { ElementKey, ElementValue, SectionKey, SectionText, VisitNote } from './visit-note.ts';

/** What of a note is neither prose nor an element of its kind. */
const About = VisitNote.pick({ NoteType: true, AlsoTypes: true, CosignerProviderId: true, TreatmentMinutes: true });
const about = About.shape;
export type AboutNote = z.output<typeof About>;

type Part = 'Sections' | 'Elements' | null;

/** Where a field of a note stands in its row: among its sections or elements, or by itself. */
function partOf(field: string): Part {
  if (field in about) return null;
  return ElementKey.safeParse(field).success ? 'Elements' : 'Sections';
}

function schemaOf(field: string): z.ZodType {
  if (field in about) return about[field as keyof typeof about];
  if (SectionKey.safeParse(field).success) return SectionText;
  return ElementKey.safeParse(field).success ? ElementValue : z.never();
}

const FieldValue = z.union([z.string(), z.int(), z.array(z.string()).max(10), z.null()]);
type FieldValue = z.output<typeof FieldValue>;

/** Fields of a note that changed, by the key of a section or an element, or by their own name. */
export const NoteChanges = z
  .record(z.string().max(40), FieldValue)
  .check(({ value, issues }) => {
    for (const [field, given] of Object.entries(value)) {
      if (!schemaOf(field).safeParse(given).success)
        issues.push({ code: 'custom', path: [field], message: 'is no value of a note', input: given });
    }
    if (Object.keys(value).length > 40)
      issues.push({ code: 'custom', message: 'must have at most 40 fields', input: value });
  })
  .overwrite((value) => Object.fromEntries(Object.entries(value).map(([field, given]) => [field, kept(field, given)])));
export type NoteChanges = z.output<typeof NoteChanges>;

/** As it is stored; what is no value of its field has been told of. */
function kept(field: string, given: FieldValue): FieldValue {
  const read = schemaOf(field).safeParse(given);
  return read.success ? (read.data as FieldValue) : given;
}

/** What of a note is written, as far as its fields go. */
export const NoteFields = VisitNote.pick({ Sections: true, Elements: true }).extend(about);
export type NoteRow = z.output<typeof NoteFields>;
export const aboutFields = Object.keys(about) as (keyof AboutNote)[];

/** A note in which nothing is written yet. */
export const unwritten: NoteRow = {
  NoteType: 'daily',
  AlsoTypes: [],
  CosignerProviderId: null,
  TreatmentMinutes: null,
  Sections: {},
  Elements: {},
};

/** Whether a field is a text that people write at length. */
export function isProse(field: string): boolean {
  return partOf(field) === 'Sections';
}

/** Whether the last one who sets a field decides, as of what is no text. */
export function isLastArrival(field: string): boolean {
  return partOf(field) === null;
}

/** What a field holds; a section that was never written holds no text, an element no value. */
export function noteField(note: NoteRow | undefined, field: string): unknown {
  const part = partOf(field);
  if (part === null) return (note ?? unwritten)[field as keyof AboutNote];
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
