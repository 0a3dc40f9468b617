import type { NoteSection } from './visit-note.ts';

/** Why text of some sections was not saved into a note. */
export function conflictSentence(sections: readonly NoteSection[]): string {
  return `Someone else changed ${listed(sections)} of this note meanwhile. Your text was not saved into it; compare both.`;
}

export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
