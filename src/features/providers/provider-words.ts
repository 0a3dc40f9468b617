import type { NotesPermission } from '#contract/providers/provider.ts';

/** What each code means (contract/providers/notes-permission.ts); spec 6 names the codes alone. */
export const notesWords: Record<NotesPermission, string> = {
  N: 'No notes',
  C: 'Own notes, cosigned by another provider',
  S: 'Signs own notes',
  H: 'Signs own notes, reads others’ notes',
  O: 'Also writes and signs notes for others’ visits',
  F: 'Full: also cosigns',
};

export const notesOptions = Object.entries(notesWords).map(([value, words]) => ({
  value,
  label: `${value} – ${words}`,
}));
