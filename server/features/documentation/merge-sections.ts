import { noteSections, type NoteChanges, type NoteSection } from '#contract/documentation/visit-note.ts';

type Sections = Record<NoteSection, string>;

/**
 * Three-way merge of a note, section by section (sync.md): a change goes in where the server still has what the
 * user started from, or already has the same text; every other section is a conflict. A section the device
 * told no base for goes in as it is.
 */
export function mergeSections(
  server: Sections,
  mine: NoteChanges,
  base: Record<string, unknown>,
): { merged: Sections; conflicts: NoteSection[] } {
  const merged = { ...server };
  const conflicts: NoteSection[] = [];
  for (const section of noteSections) {
    const text = mine[section];
    if (text === undefined || text === server[section]) continue;
    const started = base[section] === null ? '' : base[section];
    if (started === undefined || started === server[section]) merged[section] = text;
    else conflicts.push(section);
  }
  return { merged, conflicts };
}
