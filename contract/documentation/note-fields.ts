import { z } from 'zod';
import { cellSchema, CellValue } from './cell-values.ts';
import { longestField } from './field-keys.ts';
import { isAbout } from './note-field.ts';
import { ElementKey, ElementValue, SectionKey, SectionText, VisitNote } from './visit-note.ts';

/** What of a note is neither prose, nor an element of its kind, nor a cell. */
const About = VisitNote.pick({ NoteType: true, AlsoTypes: true, CosignerProviderId: true, TreatmentMinutes: true });
const about = About.shape;
/** Each once. */
const AlsoTypes = about.AlsoTypes.refine((all) => new Set(all).size === all.length);

function schemaOf(field: string): z.ZodType {
  if (isAbout(field)) return field === 'AlsoTypes' ? AlsoTypes : about[field];
  if (SectionKey.safeParse(field).success) return SectionText;
  return cellSchema(field) ?? (ElementKey.safeParse(field).success ? ElementValue : z.never());
}

/** Of one call. */
const mostFields = 400;

const FieldValue = z.union([z.string(), CellValue]);
type FieldValue = z.output<typeof FieldValue>;

/** Fields of a note that changed, by the key of a section, an element or a cell, or by their own name. */
export const NoteChanges = z
  .record(z.string().max(longestField), FieldValue)
  .check(({ value, issues }) => {
    for (const [field, given] of Object.entries(value)) {
      const read = schemaOf(field).safeParse(given);
      if (!read.success) issues.push({ code: 'custom', path: [field], message: wrongWith(read.error), input: given });
    }
    if (Object.keys(value).length > mostFields)
      issues.push({ code: 'custom', message: `must have at most ${mostFields} fields`, input: value });
  })
  .overwrite((value) => Object.fromEntries(Object.entries(value).map(([field, given]) => [field, kept(field, given)])));
export type NoteChanges = z.output<typeof NoteChanges>;

/** What is wrong with the value of a field; a text that is too long can be shortened by whoever reads why. */
function wrongWith({ issues: [first] }: z.ZodError): string {
  const isLong = first?.code === 'too_big' && first.origin === 'string';
  return isLong ? `must have at most ${first.maximum.toLocaleString('en-US')} characters` : 'is no value of a note';
}

/** As it is stored; what is no value of its field has been told of. */
function kept(field: string, given: FieldValue): FieldValue {
  const read = schemaOf(field).safeParse(given);
  return read.success ? (read.data as FieldValue) : given;
}

/** What of a note is written, as far as its fields go. */
export const NoteFields = VisitNote.pick({ Sections: true, Elements: true, Cells: true }).extend(about);
