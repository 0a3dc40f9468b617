import type { PatientId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import { alertsOn, orderedNotes } from '#contract/subject-notes/active-notes.ts';
import type { SubjectNote } from '#contract/subject-notes/subject-note.ts';
import { readRows, readWhere } from './reads.ts';

/** A note with the case it is about; undefined for one about the patient. */
export type SubjectNoteLine = { note: SubjectNote; case: Case | undefined };

/** The notes on a patient and on their cases, those that count on a day and those that expired. */
export async function subjectNotesOf(
  PatientId: PatientId,
  today: string,
): Promise<{ current: SubjectNoteLine[]; expired: SubjectNoteLine[] }> {
  const notes = await notesOf(PatientId);
  const ofCases = notes.filter(({ SubjectType }) => SubjectType === 'case').map(({ SubjectId }) => SubjectId);
  const cases = await readRows('cases', [...new Set(ofCases)]);
  const lineOf = (note: SubjectNote) => ({ note, case: cases.find(({ CaseId }) => CaseId === note.SubjectId) });
  const { current, expired } = orderedNotes(notes, today);
  return { current: current.map(lineOf), expired: expired.map(lineOf) };
}

/** The alerts of a patient on a day; with a case, without those of other cases. */
export async function alertNotesOf(
  PatientId: PatientId,
  today: string,
  CaseId: string | null = null,
): Promise<SubjectNote[]> {
  return alertsOn(await notesOf(PatientId), today, CaseId);
}

function notesOf(PatientId: PatientId): Promise<SubjectNote[]> {
  return readWhere('subjectNotes', { index: 'PatientId', equals: PatientId });
}
