import { showDate } from '../base/dates.ts';
import { kindOf } from './note-kinds.ts';
import type { NoteRow } from './note-field.ts';
import { sectionText, type VisitNote } from './visit-note.ts';

type Signed = Pick<VisitNote, 'NoteId' | 'NoteDate' | 'signedAt' | 'Sections'>;

/** Without what the eye passes over: case, how much space stands where, and what is not seen at all. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The signed note of a case, up to this note's day, whose assessment is the last; the one signed last of a day. */
function lastAssessed(notes: readonly Signed[], of: { NoteId: string; NoteDate: string }): Signed | undefined {
  return notes
    .filter((one) => one.signedAt !== null && one.NoteId !== of.NoteId && one.NoteDate <= of.NoteDate)
    .filter((one) => bare(sectionText(one, 'Assessment')) !== '')
    .toSorted((a, b) => a.NoteDate.localeCompare(b.NoteDate) || (a.signedAt ?? '').localeCompare(b.signedAt ?? ''))
    .at(-1);
}

/**
 * Why a note cannot be signed whose assessment is word for word that of the last signed one of its case (chart.md 3;
 * NGS 'Cloned Documentation'), as a list of at most one sentence.
 */
export function sameAssessment(
  note: Pick<NoteRow, 'NoteType' | 'AlsoTypes' | 'Sections' | 'Cells'> & { NoteId: string; NoteDate: string },
  notes: readonly Signed[],
): string[] {
  const own = bare(sectionText(note, 'Assessment'));
  if (own === '' || !kindOf(note).sections.some(({ key }) => key === 'Assessment')) return [];
  const last = lastAssessed(notes, note);
  if (!last || bare(sectionText(last, 'Assessment')) !== own) return [];
  return [`Assessment is identical to that of ${showDate(last.NoteDate)}. Describe today’s changes.`];
}
