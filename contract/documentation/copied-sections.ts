import type { Cells } from './cell-values.ts';
import { cellKey, cellOf } from './field-keys.ts';
import { textWords } from './text-words.ts';
import { sectionText, type Sections, type VisitNote } from './visit-note.ts';

/** The cell that says which note the text of a section was copied from. */
export function copiedFromKey(section: string): string {
  return cellKey('section', section, 'From');
}

/** The notes that sections were copied from, by the keys of the sections. */
export function copySources(cells: Cells): Map<string, string> {
  const sources = Object.entries(cells).flatMap(([field, value]) => {
    const cell = cellOf(field);
    const { NoteId = null } = (value ?? {}) as { NoteId?: string | null };
    return cell?.owner === 'section' && NoteId !== null ? [[cell.id, NoteId] as const] : [];
  });
  return new Map(sources);
}

/** Whether half of the words of a text that was copied remain in a section (chart.md 4). */
export function isStillCopied(text: string, copied: string): boolean {
  const left = new Map<string, number>();
  for (const { word } of textWords(text)) left.set(word, (left.get(word) ?? 0) + 1);
  const words = textWords(copied).filter(({ word }) => word !== '');
  const kept = words.filter(({ word }) => {
    const there = left.get(word) ?? 0;
    left.set(word, there - 1);
    return there > 0;
  });
  return words.length > 0 && kept.length * 2 >= words.length;
}

/** On which day the note was that a section was copied from, by section; one that was rewritten since is left out. */
export function copiedDays(
  { Sections, Cells }: { Sections: Sections; Cells: Cells },
  notes: readonly Pick<VisitNote, 'NoteId' | 'NoteDate' | 'Sections'>[],
): Map<string, string> {
  const days = [...copySources(Cells)].flatMap(([section, NoteId]) => {
    const from = notes.find((note) => note.NoteId === NoteId);
    if (!from || !isStillCopied(Sections[section] ?? '', sectionText(from, section))) return [];
    return [[section, from.NoteDate] as const];
  });
  return new Map(days);
}
