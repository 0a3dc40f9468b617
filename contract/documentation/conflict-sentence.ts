import { fieldsNamed } from './field-titles.ts';

/**
 * Why text of some fields was not saved into a note. `isOwn`: what stands there now is known to be of the same person,
 * from another window. Where that is not known, it is not said who it was: a server does not see windows.
 */
export function conflictSentence(fields: readonly string[], isOwn = false): string {
  const who = isOwn ? 'In another window you' : 'Someone else, or you in another window,';
  return `${who} changed ${fieldsNamed(fields)} of this note first. Your text was not saved to the note. Compare both.`;
}
