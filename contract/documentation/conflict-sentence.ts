import { fieldTitle } from './field-titles.ts';

/** Why text of some fields was not saved into a note. */
export function conflictSentence(fields: readonly string[]): string {
  return `Someone else changed ${listed(fields.map(fieldTitle))} of this note first. Your text was not saved to the note. Compare both.`;
}

export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
