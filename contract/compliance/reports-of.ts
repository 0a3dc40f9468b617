import type { ClockNote } from './facts.ts';
import type { Report } from './report-periods.ts';

/** A discharge note is the last progress report; a recertification is one only where it says so. */
export function isReport({ NoteType, AlsoTypes }: Pick<ClockNote, 'NoteType' | 'AlsoTypes'>): boolean {
  return [NoteType, ...AlsoTypes].some((type) => type === 'progress' || type === 'discharge');
}

/** Reports that count: signed, and written by a therapist. */
export function reportsOf(notes: readonly ClockNote[]): Report[] {
  return notes
    .filter((note) => isReport(note) && note.signedOn !== null && !note.isByAssistant)
    .map(({ NoteId, NoteDate }) => ({ NoteId, on: NoteDate }));
}
