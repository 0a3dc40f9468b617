import type { SubjectNote } from './subject-note.ts';

type Dated = Pick<SubjectNote, 'ExpiresOn'>;
type Ordered = Dated & Pick<SubjectNote, 'IsPinned' | 'WrittenAt' | 'updated_at' | 'SubjectNoteId'>;
type Alerting = Ordered & Pick<SubjectNote, 'IsAlert' | 'SubjectType' | 'SubjectId'>;

/** Whether a note no longer counts on a day (YYYY-MM-DD); it counts through the day it names. */
export function isExpired({ ExpiresOn }: Dated, today: string): boolean {
  return ExpiresOn !== null && ExpiresOn < today;
}

/** Pinned notes first, then the newest; those that expired apart, in the same order. */
export function orderedNotes<N extends Ordered>(notes: readonly N[], today: string): { current: N[]; expired: N[] } {
  const inOrder = notes.toSorted(
    (a, b) =>
      Number(b.IsPinned) - Number(a.IsPinned) ||
      writtenAt(b).localeCompare(writtenAt(a)) ||
      a.SubjectNoteId.localeCompare(b.SubjectNoteId),
  );
  return {
    current: inOrder.filter((note) => !isExpired(note, today)),
    expired: inOrder.filter((note) => isExpired(note, today)),
  };
}

/** Alerts that count on a day: of a case, those of the patient and its own; without one, those of every case too. */
export function alertsOn<N extends Alerting>(notes: readonly N[], today: string, CaseId: string | null): N[] {
  return orderedNotes(notes, today).current.filter(
    ({ IsAlert, SubjectType, SubjectId }) =>
      IsAlert && (CaseId === null || SubjectType === 'patient' || SubjectId === CaseId),
  );
}

/** A note that was not sent yet is as old as it is on the device. */
function writtenAt({ WrittenAt, updated_at }: Ordered): string {
  return WrittenAt ?? updated_at;
}
