import { z } from 'zod';
import { SentFile } from '../base/sent-file.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { CaseId, NoteId, ProviderId, VisitId } from '../base/ids.ts';
import { Line } from '../base/text.ts';
import { CaseEvalMeasurement } from '../measures/case-eval-measurement.ts';
import { AddedMeasure } from '../measures/case-measures.ts';
import { CaseEvalMeasurementId } from '../measures/ids.ts';
import { Visit } from '../visits/visit.ts';
import { conflictSentence } from './conflict-sentence.ts';
import { NewNote } from './note-of-case.ts';
import { NoteChanges } from './note-fields.ts';
import { VisitNote } from './visit-note.ts';

/** Why a note is signed in spite of a warning, by the key of the warning. */
const SignReasons = z.array(z.strictObject({ Warning: Line(100), Reason: Line(300) })).max(20);

const Todo = z.object({ unsigned: z.array(VisitNote), toCosign: z.array(VisitNote) });
type Todo = z.output<typeof Todo>;
const signed = z.object({ visitNote: VisitNote, visit: Visit.nullable() });

export const documentationEndpoints = {
  list: {
    call: 'GET /cases/:id/documentation',
    access: {},
    chartOf: { case: 'id' },
    summary: 'Lists the notes of a case, newest first.',
    input: z.strictObject({ id: CaseId }),
    reply: z.object({ visitNotes: z.array(VisitNote) }),
  },
  toDo: {
    call: 'GET /documentation',
    access: {},
    chartOf: {
      reply: ({ unsigned, toCosign }: Todo) => [...unsigned, ...toCosign].map(({ PatientId }) => PatientId),
      at: 'documentation',
    },
    summary:
      'Lists notes that wait for the caller’s signature or for a cosignature; those of all providers where the caller is not one.',
    input: z.strictObject({}),
    reply: Todo,
  },
  create: {
    call: 'POST /notes',
    access: { all: ['write notes'] },
    queueable: true,
    chartOf: { case: 'CaseId' },
    summary: 'Begins a note of a case without a visit: an addendum or a communication. The client sets the ID.',
    input: NewNote,
    reply: z.object({ visitNote: VisitNote }),
  },
  remove: {
    call: 'DELETE /notes/:id',
    access: { all: ['write notes'] },
    queueable: true,
    noChart: 'Confirms the removal only.',
    summary: 'Removes a note that is not signed. The audit log keeps its text.',
    input: z.strictObject({ id: NoteId }),
    reply: z.object({ removed: z.literal(true) }),
  },
  save: {
    call: 'PUT /cases/:id/documentation',
    access: { all: ['write notes'] },
    queueable: true,
    chartOf: { case: 'id' },
    summary:
      'Saves changed fields of an unsigned note. Those that someone else changed are rejected, never overwritten.',
    /** Apps of before named the visit alone; its note has the same ID. */
    input: z.strictObject({
      id: CaseId,
      NoteId: NoteId.optional(),
      VisitId: VisitId.nullable().default(null),
      changes: NoteChanges,
    }),
    /** `conflicts`: fields left as they are, because someone else changed them since `base`; the others are saved. */
    reply: z.object({ visitNote: VisitNote, conflicts: z.array(z.string()) }),
    leftover: ({ visitNote, conflicts }: { visitNote: VisitNote; conflicts: string[] }) =>
      conflicts.length > 0 ? { reason: conflictSentence(conflicts), current: visitNote } : null,
  },
  saveMeasures: {
    call: 'PUT /cases/:id/measurements',
    access: { all: ['write notes'] },
    queueable: true,
    chartOf: { case: 'id' },
    summary: 'Adds measurements to a case and removes them. One that is added again keeps its values.',
    input: z.strictObject({
      id: CaseId,
      add: z.array(AddedMeasure).max(200).default([]),
      remove: z.array(CaseEvalMeasurementId).max(200).default([]),
    }),
    reply: z.object({ case_eval_measurements: z.array(CaseEvalMeasurement) }),
  },
  sign: {
    call: 'POST /notes/:id/sign',
    access: { all: ['sign notes'] },
    queueable: true,
    chartOf: { reply: patientOf },
    summary:
      'Signs the note and finishes its visit: to billing, or to review until cosigned. Fails if the note changed unseen, or a late clock has no reason.',
    input: z.strictObject({
      id: NoteId,
      reasons: SignReasons.optional(),
      /** Whom the signer asks to cosign; missing or null leaves it to the rule, and so does a signature that is final. */
      CosignerProviderId: ProviderId.nullable().optional(),
    }),
    reply: signed,
  },
  cosign: {
    call: 'POST /notes/:id/cosign',
    access: { all: ['cosign notes'] },
    queueable: true,
    chartOf: { reply: patientOf },
    summary: 'Cosigns another’s note and moves its visit to billing. Fails if the note changed unseen.',
    input: z.strictObject({ id: NoteId }),
    reply: signed,
  },
  pdf: {
    call: 'GET /notes/:id/pdf',
    access: {},
    chartOf: { note: 'id' },
    sends: 'application/pdf',
    summary: 'A note as a PDF, with its addenda and signatures; an unsigned one says so. Recorded as an export.',
    input: z.strictObject({ id: NoteId }),
    reply: SentFile,
  },
} as const satisfies EndpointTable;

function patientOf({ visitNote }: z.output<typeof signed>): string[] {
  return [visitNote.PatientId];
}
