import { isSameValue } from '../base/same-value.ts';
import { isLastArrival, isProse, noteField, originKey, withFields, type NoteRow } from './note-field.ts';

/**
 * Three-way merge of a note, field by field (sync.md): a change goes in where the note still has what its writer started
 * from, or has the same already; every other field is a conflict and stays. One without a base goes in as it is.
 * Where a value came from stays with a value that is a conflict.
 */
export function mergedNote<N extends NoteRow>(
  now: N,
  changes: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, unknown>>,
): { merged: N; conflicts: string[]; isChanged: boolean } {
  const taken: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const [field, mine] of Object.entries(changes)) {
    const there = noteField(now, field);
    if (isSameValue(mine, there)) continue;
    const started = base[field] === null ? emptyOf(field) : base[field];
    if (started === undefined || isLastArrival(field) || isSameValue(started, there)) taken[field] = mine;
    else conflicts.push(field);
  }
  const stay = new Set(conflicts.map(originKey));
  const changed = Object.fromEntries(Object.entries(taken).filter(([field]) => !stay.has(field)));
  return { merged: withFields(now, changed), conflicts, isChanged: Object.keys(changed).length > 0 };
}

/**
 * Changes with what follows from them: a value that comes without where it came from was typed. The text of a section
 * is typed on in, and remains copied as long as enough of it is (copied-sections.ts).
 */
export function withOrigins<T>(changes: Readonly<Record<string, T>>): Readonly<Record<string, T | null>> {
  const typed = Object.keys(changes).flatMap((field) => (isProse(field) ? [] : (originKey(field) ?? [])));
  const cleared = typed.filter((field) => changes[field] === undefined).map((field) => [field, null] as const);
  return { ...changes, ...Object.fromEntries(cleared) };
}

const emptyOf = (field: string) => noteField(undefined, field);
