import type { subjectNote } from '#contract/subject-notes/subject-note.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';

/** A note on the patient names that patient, and one on a case names none. */
export const subjectNoteHooks: RecordHooks<typeof subjectNote> = {
  async refuses({ SubjectType, SubjectId, PatientId }) {
    const isPatient = SubjectId === PatientId;
    return isPatient === (SubjectType === 'patient')
      ? {}
      : { SubjectId: 'Choose the patient of this chart, or one of their cases.' };
  },
};
