import { isSameValue } from '#contract/base/same-value.ts';
import type { NoteChanges } from '#contract/documentation/note-fields.ts';
import { saveNote, type NoteToWrite } from '#local/reads/documentation.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { createAutosave, type Autosave } from '#shared/autosave/autosave.ts';

/** Keeps and queues a note while it is typed; `onSaved` runs each time it is durable on this device. */
export function noteAutosave(of: NoteToWrite, onSaved: () => void): Autosave<NoteChanges> {
  return createAutosave<NoteChanges>({
    draftKey: unsavedKey.note(of.NoteId),
    record: of.NoteId,
    same: isSameValue,
    save: async (changes, base, draft) => {
      await saveNote(of, changes as NoteChanges, base, draft);
      onSaved();
    },
  });
}
