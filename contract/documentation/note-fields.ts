import { z } from 'zod';
import { isAbout } from './note-field.ts';
import { ElementKey, ElementValue, SectionKey, SectionText, VisitNote } from './visit-note.ts';

/** What of a note is neither prose nor an element of its kind. */
const About = VisitNote.pick({ NoteType: true, AlsoTypes: true, CosignerProviderId: true, TreatmentMinutes: true });
const about = About.shape;

function schemaOf(field: string): z.ZodType {
  if (isAbout(field)) return about[field];
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
