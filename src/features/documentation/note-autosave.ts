import type { NoteSection } from '#contract/documentation/visit-note.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { saveNote } from '#local/reads/documentation.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { createAutosave, type Autosave } from '#shared/autosave/autosave.ts';

export type NoteTexts = Record<NoteSection, string>;

/** Keeps and queues the note of a visit while it is typed; `onSaved` runs each time it is durable on this device. */
export function noteAutosave(visit: Pick<Visit, 'CaseId' | 'VisitId'>, onSaved: () => void): Autosave<NoteTexts> {
  return createAutosave<NoteTexts>({
    draftKey: unsavedKey.note(visit.VisitId),
    record: visit.VisitId,
    save: async (changes, base, draft) => {
      await saveNote(visit, changes, base, draft);
      onSaved();
    },
  });
}
