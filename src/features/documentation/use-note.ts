import { useEffect } from 'react';
import type { NoteSection, VisitNote } from '#contract/documentation/visit-note.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import type { SavedStateKind } from '#shared/ui/saved-state/saved-state.tsx';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { noteAutosave, type NoteTexts } from './note-autosave.ts';

export const noText: NoteTexts = { Subjective: '', Objective: '', Assessment: '', Plan: '' };

export type NoteEditing = {
  texts: NoteTexts;
  state(section: NoteSection): { state: SavedStateKind; at: Date | null };
  change(section: NoteSection, text: string): void;
  /** Resolves once everything typed is queued on this device. */
  flush(): Promise<void>;
  restored: boolean;
  /** Whatever a crash left is in `texts`; before that nothing may be typed. */
  isRead: boolean;
};

/** The note of a visit while it is written: typed text over what the device holds, saved as it grows. */
export function useNote(visit: Visit, note: VisitNote | undefined): NoteEditing {
  const { autosave, edited, restored, isRead } = useAutosave(() =>
    noteAutosave(visit, () => announce('Note saved on this device.')),
  );
  const confirmed: NoteTexts = note ?? noText;
  useEffect(() => autosave.seen(note ?? noText), [autosave, note]);
  const texts: NoteTexts = {
    Subjective: edited.Subjective?.value ?? confirmed.Subjective,
    Objective: edited.Objective?.value ?? confirmed.Objective,
    Assessment: edited.Assessment?.value ?? confirmed.Assessment,
    Plan: edited.Plan?.value ?? confirmed.Plan,
  };
  return {
    texts,
    state: (section) => ({ state: edited[section]?.state ?? 'untouched', at: edited[section]?.at ?? null }),
    change: (section, text) => autosave.change(section, text, confirmed[section]),
    flush: () => autosave.flush(),
    restored,
    isRead,
  };
}
