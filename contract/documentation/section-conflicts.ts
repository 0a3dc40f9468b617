import type { NoteRow } from './note-field.ts';
import type { NoteChanges } from './note-fields.ts';
import { fieldText, isLastArrival, isProse, noteField, originKey } from './note-field.ts';
import { NoteFields } from './note-fields.ts';

/** A save of a note that stays with its writer. `current` is the server's note when it was decided, if it said. */
export type RefusedSave = { changes: NoteChanges; base: Record<string, unknown>; current: unknown };

/** One field of a note in its three versions, as texts: what I started from, what I wrote, what stands there now. */
export type SectionConflict = { section: string; base: string; mine: string; theirs: string };

export const conflictChoices = ['mine', 'theirs', 'both', 'edit'] as const;
export type ConflictChoice = (typeof conflictChoices)[number];

/** Prose can be joined and rewritten; of anything else one of the two stays. */
export function choicesFor({ section }: Pick<SectionConflict, 'section'>): readonly ConflictChoice[] {
  return isProse(section) ? conflictChoices : ['mine', 'theirs'];
}

/**
 * What a person still has to decide of refused saves of one note, in the order they were made. A later save
 * that went on from an earlier one stands for both; one that did not is set behind it, so that no text is lost.
 */
export function sectionConflicts(saves: readonly RefusedSave[], now: NoteRow | undefined): SectionConflict[] {
  const fields = new Set(saves.flatMap(({ changes }) => Object.keys(changes)));
  return [...fields].filter((field) => !isLastArrival(field)).flatMap((field) => conflictOf(field, saves, now));
}

/**
 * Where my values came from, by the cells that say so: as the last save that set a value said, and from nowhere where
 * it said nothing. A text keeps what an earlier save said. That is never asked about: it goes with the value.
 */
export function originsOf(saves: readonly RefusedSave[]): NoteChanges {
  const origins: NoteChanges = {};
  for (const { changes } of saves)
    for (const field of Object.keys(changes)) {
      const origin = originKey(field);
      const isSaid = origin !== null && changes[origin] !== undefined;
      if (origin !== null && (isSaid || !isProse(field))) origins[origin] = changes[origin] ?? null;
    }
  return origins;
}

function conflictOf(section: string, saves: readonly RefusedSave[], now: NoteRow | undefined): SectionConflict[] {
  let open: { base: string; mine: string; last: string } | undefined;
  for (const save of saves) {
    if (!(section in save.changes)) continue;
    const text = fieldText(section, save.changes[section]);
    // The field was taken, and only others of the same call were not.
    if (text === textIn(save.current, section)) continue;
    const base = fieldText(section, save.base[section]);
    if (!open) open = { base, mine: text, last: text };
    else if (base === open.last) open = { ...open, mine: replacedEnd(open, text), last: text };
    else open = { ...open, mine: isProse(section) ? bothTexts(open.mine, text) : text, last: text };
  }
  const theirs = fieldText(section, noteField(now, section));
  return !open || open.mine === theirs ? [] : [{ section, base: open.base, mine: open.mine, theirs }];
}

/** The text a choice leads to; `edited` is what was written by hand. */
export function resolvedText(conflict: SectionConflict, choice: ConflictChoice, edited: string): string {
  if (choice === 'mine') return conflict.mine;
  if (choice === 'theirs') return conflict.theirs;
  return choice === 'both' ? bothTexts(conflict.theirs, conflict.mine) : edited;
}

/** The first text, then the second as a paragraph of its own. */
function bothTexts(first: string, second: string): string {
  if (first.trim() === '') return second;
  return second.trim() === '' ? first : `${first.trimEnd()}\n\n${second}`;
}

/** What was written before the part that a later save goes on from stays in front of it. */
function replacedEnd(open: { mine: string; last: string }, text: string): string {
  return `${open.mine.slice(0, open.mine.length - open.last.length)}${text}`;
}

function textIn(row: unknown, section: string): string | undefined {
  const note = NoteFields.safeParse(row);
  return note.success ? fieldText(section, noteField(note.data, section)) : undefined;
}
