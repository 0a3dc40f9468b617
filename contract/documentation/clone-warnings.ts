import type { SignWarning } from '../compliance/sign-warnings.ts';
import { cloneShare, warnedCloneShare, type SectionClone, type SignedTexts } from './clone-share.ts';
import type { VisitNote } from './visit-note.ts';

/** What is compared with earlier notes: prose that has to be of its own day (NGS 'Cloned Documentation'). */
export const comparedSections = ['Subjective', 'Assessment', 'Plan'] as const;
export type ComparedSection = (typeof comparedSections)[number];

/** So many words are one piece that can be compared; a shorter text is no copy of anything. */
const fewestWords = 5;
const comparedNotes = 3;

type Placed = Pick<VisitNote, 'NoteId' | 'NoteDate' | 'signedAt' | 'ParentNoteId' | 'Sections'>;

/** The signed notes of the case that a note is compared with, the latest first: those of its day and before. */
export function signedBefore<N extends Placed>(notes: readonly N[], of: Pick<Placed, 'NoteId' | 'NoteDate'>): N[] {
  return notes
    .filter(({ NoteId, NoteDate, signedAt, ParentNoteId, Sections }) => {
      const isEarlier = signedAt !== null && NoteId !== of.NoteId && NoteDate <= of.NoteDate;
      return isEarlier && ParentNoteId === null && comparedSections.some((key) => Sections[key]?.trim());
    })
    .toSorted((a, b) => order(b).localeCompare(order(a)))
    .slice(0, comparedNotes);
}

const order = ({ NoteDate, signedAt, NoteId }: Placed) => `${NoteDate} ${signedAt} ${NoteId}`;

/** How much of each section stands in the notes before it; one too short to tell is left out. */
export function clonesOf(
  { Sections }: Pick<VisitNote, 'Sections'>,
  signed: readonly SignedTexts[],
  templateText: string,
): Partial<Record<ComparedSection, SectionClone>> {
  const texts = Object.fromEntries(comparedSections.map((key) => [key, Sections[key] ?? '']));
  const clones = cloneShare(texts, signed, templateText);
  return Object.fromEntries(
    comparedSections.flatMap((key) => {
      const clone = clones[key];
      return clone && clone.words >= fewestWords ? [[key, clone]] : [];
    }),
  );
}

/** 0.834 is `83 %`; only all of it is 100 %. */
export function sharePercent(share: number): number {
  return share < 1 ? Math.min(99, Math.floor(share * 100)) : 100;
}

/** Whether a section is warned about before signing (chart.md 3). */
export function isCloned({ share }: SectionClone): boolean {
  return share >= warnedCloneShare;
}

/** One warning for all sections that repeat earlier notes; its reason is kept in the signature. */
export function cloneWarnings(
  note: Pick<VisitNote, 'Sections'>,
  signed: readonly SignedTexts[],
  templateText: string,
): SignWarning[] {
  const cloned = Object.entries(clonesOf(note, signed, templateText)).filter(([, clone]) => isCloned(clone));
  if (cloned.length === 0) return [];
  const named = cloned.map(([key, { share }]) => `${key} (${sharePercent(share)}%)`).join(', ');
  return [{ key: 'cloned', sentence: `Repeats earlier notes: ${named}.`, needsReason: true }];
}
