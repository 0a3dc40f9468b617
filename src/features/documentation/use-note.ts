import { useEffect } from 'react';
import { allParts } from '#contract/documentation/note-kinds.ts';
import { aboutFields, noteField, unwritten, withFields, type NoteRow } from '#contract/documentation/note-field.ts';
import type { NoteChanges } from '#contract/documentation/note-fields.ts';
import type { NoteType } from '#contract/documentation/note-types.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { NoteToWrite } from '#local/reads/documentation.ts';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import type { SavedStateKind } from '#shared/ui/saved-state/saved-state.tsx';
import { announceSaved } from '#shared/ui/live-region/live-region.tsx';
import { noteAutosave } from './note-autosave.ts';

export type NoteEditing = {
  /** The note as it reads with what was typed. */
  note: NoteRow;
  state(field: string): { state: SavedStateKind; at: Date | null };
  change(field: string, value: NoteChanges[string]): void;
  /** Resolves once everything typed is queued on this device. */
  flush(): Promise<void>;
  restored: boolean;
  /** Whatever a crash left is in `note`; before that nothing may be typed. */
  isRead: boolean;
};

/** A note while it is written: typed values over what the device holds, saved as it grows. */
export function useNote(
  of: NoteToWrite,
  note: VisitNote | undefined,
  /** What it is before anything is written. */
  firstAs: NoteType = 'daily',
): NoteEditing {
  const { autosave, edited, restored, isRead } = useAutosave(() =>
    noteAutosave(of, () => announceSaved('Note saved on this device.')),
  );
  useEffect(() => autosave.seen(shownFields(note, Object.keys(autosave.snapshot()))), [autosave, note]);
  const typed = Object.fromEntries(Object.entries(edited).flatMap(([field, of]) => (of ? [[field, of.value]] : [])));
  return {
    note: withFields(note ?? { ...unwritten, NoteType: firstAs }, typed),
    state: (field) => ({ state: edited[field]?.state ?? 'untouched', at: edited[field]?.at ?? null }),
    change: (field, value) => autosave.change(field, value, noteField(note, field) as NoteChanges[string]),
    flush: () => autosave.flush(),
    restored,
    isRead,
  };
}

const known = [...allParts.sections, ...allParts.elements].map(({ key }) => key);

/** What every field shows, also those that nothing was ever written in. */
export function shownFields(note: NoteRow | undefined, more: readonly string[] = []): NoteChanges {
  const { Sections = {}, Elements = {}, Cells = {} } = note ?? {};
  const fields = [...aboutFields, ...known, ...[Sections, Elements, Cells].flatMap((part) => Object.keys(part))];
  return Object.fromEntries(
    [...new Set([...fields, ...more])].map((field) => [field, noteField(note, field) as NoteChanges[string]]),
  );
}
