import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { SubjectNote, subjectNote } from './subject-note.ts';

export const subjectNoteEndpoints = {
  list: {
    call: 'GET /subjectNotes',
    access: {},
    chartOf: {
      reply: ({ subjectNotes }: { subjectNotes: { PatientId: string }[] }) =>
        new Set(subjectNotes.map(({ PatientId }) => PatientId)),
    },
    summary: 'Lists the notes on a patient or on a case, newest first.',
    input: z.strictObject({
      SubjectType: subjectNote.fields.SubjectType.schema,
      SubjectId: subjectNote.fields.SubjectId.schema,
    }),
    reply: z.object({ subjectNotes: z.array(SubjectNote) }),
  },
} as const satisfies EndpointTable;
