import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { CaseId, VisitId } from '../base/ids.ts';
import { Visit } from '../visits/visit.ts';
import { conflictSentence } from './conflict-sentence.ts';
import { NoteChanges, noteSections, VisitNote, type NoteSection } from './visit-note.ts';

export const documentationEndpoints = {
  list: {
    call: 'GET /cases/:id/documentation',
    access: {},
    chartOf: { case: 'id' },
    summary: 'Lists the notes of a case, newest first.',
    input: z.strictObject({ id: CaseId }),
    reply: z.object({ visitNotes: z.array(VisitNote) }),
  },
  save: {
    call: 'PUT /cases/:id/documentation',
    access: { all: ['write notes'] },
    queueable: true,
    chartOf: { case: 'id' },
    summary:
      'Saves changed sections of an unsigned note. Sections that someone else changed are rejected, never overwritten.',
    input: z.strictObject({ id: CaseId, VisitId, changes: NoteChanges }),
    /** `conflicts`: sections left as they are, because someone else changed them since `base`; the others are saved. */
    reply: z.object({ visitNote: VisitNote, conflicts: z.array(z.enum(noteSections)) }),
    leftover: ({ visitNote, conflicts }: { visitNote: VisitNote; conflicts: NoteSection[] }) =>
      conflicts.length > 0 ? { reason: conflictSentence(conflicts), current: visitNote } : null,
  },
  sign: {
    call: 'POST /visits/:id/sign',
    access: { all: ['sign notes'] },
    queueable: true,
    chartOf: { visit: 'id' },
    summary:
      'Signs the note and finishes the visit: to billing, or to review until cosigned. Fails if the note changed unseen.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ visitNote: VisitNote, visit: Visit }),
  },
  cosign: {
    call: 'POST /visits/:id/cosign',
    access: { all: ['cosign notes'] },
    queueable: true,
    chartOf: { visit: 'id' },
    summary: 'Cosigns an assistant’s note and moves the visit to billing. Fails if the note changed unseen.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ visitNote: VisitNote, visit: Visit }),
  },
} as const satisfies EndpointTable;
