import type { Visit } from '../visits/visit.ts';
import type { VisitNote } from './visit-note.ts';

/** The empty daily note of a visit; a visit has none until something is written. */
export function newNote(visit: Visit): Omit<VisitNote, 'updated_at'> {
  return {
    VisitId: visit.VisitId,
    CaseId: visit.CaseId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    NoteType: 'daily',
    Subjective: '',
    Objective: '',
    Assessment: '',
    Plan: '',
    signedAt: null,
    signedByProviderId: null,
    cosignRequired: false,
    cosignedAt: null,
    cosignedByProviderId: null,
  };
}
