import { fieldsNamed } from './field-titles.ts';

/** Why text of some fields was not saved into a note. */
export function conflictSentence(fields: readonly string[]): string {
  return `Someone else changed ${fieldsNamed(fields)} of this note first. Your text was not saved to the note. Compare both.`;
}
