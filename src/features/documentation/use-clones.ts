import { useDeferredValue, useMemo } from 'react';
import { clonesOf, type ComparedSection } from '#contract/documentation/clone-warnings.ts';
import type { SectionClone } from '#contract/documentation/clone-share.ts';
import { copiedDays, copySources } from '#contract/documentation/copied-sections.ts';
import type { NoteRow } from '#contract/documentation/note-field.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { insertedTexts } from '#contract/documentation/used-templates.ts';
import { notesOfCaseAmong, signedNotesBefore } from '#local/reads/documentation.ts';
import { templateTextIn } from '#local/reads/templates.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';

export type Clones = {
  bySection: Partial<Record<ComparedSection, SectionClone>>;
  /** The signed notes it is compared with, the latest first. */
  before: readonly VisitNote[];
  /** The day of the note that a section was copied from, by section. */
  copied: ReadonlyMap<string, string>;
};

const none: readonly VisitNote[] = [];

/** How much of each section stands in the last signed notes of its case; a moment behind what is typed. */
export function useClones(of: Pick<VisitNote, 'CaseId' | 'NoteId' | 'NoteDate'>, { Sections, Cells }: NoteRow): Clones {
  const { CaseId, NoteId, NoteDate } = of;
  const before =
    useLiveValue(() => signedNotesBefore({ CaseId, NoteId, NoteDate }), [CaseId, NoteId, NoteDate]) ?? none;
  const inserted = insertedTexts(Cells).join();
  const template = useLiveValue(() => templateTextIn(Cells), [inserted]) ?? '';
  const texts = useDeferredValue(Sections);
  const bySection = useMemo(() => clonesOf({ Sections: texts }, before, template), [texts, before, template]);
  const ids = [...new Set(copySources(Cells).values())].join();
  const read = () => notesOfCaseAmong(CaseId, ids === '' ? [] : ids.split(','));
  const sources = useLiveValue(read, [CaseId, ids]) ?? none;
  const copied = useMemo(() => copiedDays({ Sections: texts, Cells }, sources), [texts, Cells, sources]);
  return { bySection, before, copied };
}
