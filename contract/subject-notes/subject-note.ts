import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { SubjectNoteId } from '../base/ids.ts';
import { asked, choice, day, flag, maybe, ref, text } from '../record/fields.ts';
import { record } from '../record/record.ts';

/** What a note may be attached to (spec 3). */
export const subjectTypes = {
  patient: 'Patient',
  case: 'Case',
  visit: 'Visit',
  file: 'File',
  note: 'Note',
  otherContact: 'Other contact',
  payer: 'Payer',
  referringProvider: 'Referring provider',
  promptUser: 'User',
  facility: 'Facility',
  directMessage: 'Direct message',
  groupMessage: 'Group message',
} as const;
export type SubjectType = keyof typeof subjectTypes;

/** Why there is no note on such a subject, or null. The others have no notes yet. */
export function subjectRefusal(type: SubjectType): string | null {
  return type === 'patient' || type === 'case' ? null : 'Notes can be attached to a patient or a case only.';
}

/** A note on a patient or on one of their cases. Its earlier texts are kept by the audit log. */
export const subjectNote = record({
  name: 'subjectNote',
  entity: 'subjectNotes',
  noun: 'note',
  feature: 'subjectNotes',
  path: '/subjectNotes',
  id: { SubjectNoteId },
  parent: 'patient',
  may: {},
  fields: {
    /** Follows from what is chosen. */
    SubjectType: { ...choice('Subject', subjectTypes), asks: null },
    /** The id of the patient or of the case. */
    SubjectId: asked(
      ref('About', z.uuid(), { to: 'cases', noun: 'case', orPatient: true }),
      'Choose the patient or a case.',
    ),
    Text: asked(text('Note', 4000), 'Enter the note.'),
    IsPinned: flag('Pin to the top'),
    IsAlert: flag('Show as an alert'),
    /** The last day on which it counts. */
    ExpiresOn: maybe(day('Expires on')),
  },
  /** Who wrote it and when; the server's to say. */
  stored: { WrittenBy: z.string().nullable(), WrittenAt: Instant.nullable() },
  begins: () => ({ WrittenBy: null, WrittenAt: null }),
  together: [['SubjectType', 'SubjectId']],
  check: ({ SubjectType, Text }) => ({
    ...(Text.trim() === '' && { Text: 'Enter the note.' }),
    SubjectType: subjectRefusal(SubjectType) ?? undefined,
  }),
  brief: ({ Text }) => Text,
});

export const SubjectNote = subjectNote.Row;
export type SubjectNote = z.output<typeof SubjectNote>;
