import { noteSections, type NoteChanges, type NoteSection } from './visit-note.ts';

export type Sections = Record<NoteSection, string>;

/** A save of a note that stays with its writer. `current` is the server's note when it was decided, if it said. */
export type RefusedSave = { changes: NoteChanges; base: Record<string, unknown>; current: unknown };

/** One section of a note in its three versions: what I started from, what I wrote, what stands there now. */
export type SectionConflict = { section: NoteSection; base: string; mine: string; theirs: string };

export const conflictChoices = ['mine', 'theirs', 'both', 'edit'] as const;
export type ConflictChoice = (typeof conflictChoices)[number];

/**
 * What a person still has to decide of refused saves of one note, in the order they were made. A later save
 * that went on from an earlier one stands for both; one that did not is set behind it, so that no text is lost.
 */
export function sectionConflicts(saves: readonly RefusedSave[], theirs: Sections): SectionConflict[] {
  return noteSections.flatMap((section) => {
    let open: { base: string; mine: string; last: string } | undefined;
    for (const save of saves) {
      const text = save.changes[section];
      // The section was taken, and only others of the same call were not.
      if (text === undefined || text === textIn(save.current, section)) continue;
      const base = textIn(save.base, section) ?? '';
      if (!open) open = { base, mine: text, last: text };
      else if (base === open.last) open = { ...open, mine: replacedEnd(open, text), last: text };
      else open = { ...open, mine: bothTexts(open.mine, text), last: text };
    }
    if (!open || open.mine === theirs[section]) return [];
    return [{ section, base: open.base, mine: open.mine, theirs: theirs[section] }];
  });
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

function textIn(row: unknown, section: NoteSection): string | undefined {
  if (typeof row !== 'object' || row === null || !(section in row)) return undefined;
  const text: unknown = (row as Record<string, unknown>)[section];
  return typeof text === 'string' ? text : undefined;
}
