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

/**
 * The signed notes of a case that this one must not repeat, the nearest first: those before and after its day, and the
 * one signed last, whichever day it has. Of a day it is the one that was signed last.
 */
function neighbors(notes: readonly Signed[], of: { NoteId: string; NoteDate: string }): Signed[] {
  const assessed = notes
    .filter(({ NoteId, signedAt }) => signedAt !== null && NoteId !== of.NoteId)
    .filter((one) => bare(sectionText(one, 'Assessment')) !== '');
  const byDay = assessed.toSorted((a, b) => a.NoteDate.localeCompare(b.NoteDate) || bySignature(a, b));
  const before = byDay.findLast(({ NoteDate }) => NoteDate <= of.NoteDate);
  const [nextDay] = byDay.filter(({ NoteDate }) => NoteDate > of.NoteDate).map(({ NoteDate }) => NoteDate);
  const after = byDay.findLast(({ NoteDate }) => NoteDate === nextDay);
  const latest = byDay.toSorted(bySignature).at(-1);
  return [before, after, latest].filter((one) => one !== undefined);
}

function bySignature(a: Signed, b: Signed): number {
  return (a.signedAt ?? '').localeCompare(b.signedAt ?? '');
}

/**
 * Why a note cannot be signed whose assessment is word for word that of a signed neighbor in its case (chart.md 3; NGS
 * 'Cloned Documentation'), as a list of at most one sentence.
 */
export function sameAssessment(
  note: Pick<NoteRow, 'NoteType' | 'AlsoTypes' | 'Sections' | 'Cells'> & { NoteId: string; NoteDate: string },
  notes: readonly Signed[],
): string[] {
  const own = bare(sectionText(note, 'Assessment'));
  if (own === '' || !kindOf(note).sections.some(({ key }) => key === 'Assessment')) return [];
  const same = neighbors(notes, note).find((one) => bare(sectionText(one, 'Assessment')) === own);
  return same ? [`Assessment is identical to that of ${showDate(same.NoteDate)}. Describe today’s changes.`] : [];
}
