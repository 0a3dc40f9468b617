import { NoteId } from '../base/ids.ts';
import { takesPlace } from '../visits/stage.ts';
import type { Visit } from '../visits/visit.ts';
import { unwritten } from './note-field.ts';
import type { NoteType } from './note-types.ts';
import type { VisitNote } from './visit-note.ts';

/** What every note begins with: nothing is written, and nobody has signed. */
export const begun = {
  ...unwritten,
  ParentNoteId: null,
  signedAt: null,
  signedByProviderId: null,
  cosignRequired: false,
  cosignedAt: null,
  cosignedByProviderId: null,
} as const;

/** The kind that the note of a visit begins as. */
export function firstType({ stage }: Pick<Visit, 'stage'>): NoteType {
  return takesPlace({ stage }) ? 'daily' : 'missedVisit';
}

/** The empty note of a visit; a visit has none until something is written. */
export function newNote(visit: Visit): Omit<VisitNote, 'updated_at'> {
  return {
    ...begun,
    NoteId: NoteId.parse(visit.VisitId),
    VisitId: visit.VisitId,
    CaseId: visit.CaseId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    NoteType: firstType(visit),
    NoteDate: visit.Start.slice(0, 10),
    ProviderId: null,
  };
}
