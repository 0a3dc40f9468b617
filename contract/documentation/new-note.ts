import { NoteId } from '../base/ids.ts';
import type { Visit } from '../visits/visit.ts';
import type { VisitNote } from './visit-note.ts';

/** The empty daily note of a visit; a visit has none until something is written. */
export function newNote(visit: Visit): Omit<VisitNote, 'updated_at'> {
  return {
    NoteId: NoteId.parse(visit.VisitId),
    VisitId: visit.VisitId,
    CaseId: visit.CaseId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    NoteType: 'daily',
    AlsoTypes: [],
    NoteDate: visit.Start.slice(0, 10),
    ProviderId: null,
    CosignerProviderId: null,
    ParentNoteId: null,
    Sections: {},
    Elements: {},
    TreatmentMinutes: null,
    signedAt: null,
    signedByProviderId: null,
    cosignRequired: false,
    cosignedAt: null,
    cosignedByProviderId: null,
  };
}
