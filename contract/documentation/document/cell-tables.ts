import { saysSomething, type Cells } from '../cell-values.ts';
import { cellFields, cellKey, cellOf, type CellOwner } from '../field-keys.ts';
import { cellColumn } from '../field-titles.ts';
import { cellWords, type CellRow } from '../field-words.ts';
import type { NoteTable } from './document-blocks.ts';

/** Marks of the body chart have a table of their own; which templates a note uses is for who writes it. */
type Tabled = Exclude<CellOwner, 'mark' | 'template' | 'section'>;
const kinds: Readonly<Record<Tabled, { title: string; one: string }>> = {
  measure: { title: 'Measures', one: 'Measure' },
  goal: { title: 'Goals', one: 'Goal' },
  segment: { title: 'Spine', one: 'Segment' },
};
/** Where a value was taken over from is for who writes the note. */
const unprinted = 'From';

/** What a note says of measures and of goals, a table of each; rows and columns without a word are left out. */
export function cellTables(cells: Cells, rows: ReadonlyMap<string, CellRow>): NoteTable[] {
  return (Object.keys(kinds) as Tabled[]).flatMap((owner) => tableOf(owner, cells, rows) ?? []);
}

function tableOf(owner: Tabled, cells: Cells, known: ReadonlyMap<string, CellRow>): NoteTable | null {
  const said = Object.entries(cells).flatMap(([field, value]) => {
    const cell = saysSomething(value) ? cellOf(field) : null;
    return cell?.owner === owner && cell.name !== unprinted ? [cell] : [];
  });
  if (said.length === 0) return null;
  const ids = [...new Set(said.map(({ id }) => id))].toSorted(inOrder(known));
  const names = cellFields[owner].filter((name) => said.some((cell) => cell.name === name));
  const wordsOf = (id: string, name: string) => {
    const value = cells[cellKey(owner, id, name)];
    if (!saysSomething(value)) return '';
    return known.get(id)?.words(name, value) ?? cellWords(name, value);
  };
  const nameOf = (id: string) => known.get(id)?.inFull ?? known.get(id)?.name ?? kinds[owner].one;
  return {
    title: kinds[owner].title,
    columns: [kinds[owner].one, ...names.map(cellColumn)],
    rows: ids.map((id) => [nameOf(id), ...names.map((name) => wordsOf(id, name))]),
  };
}

/** As they stand in the case, where that is known; else by their names. */
function inOrder(known: ReadonlyMap<string, CellRow>) {
  const place = (id: string) => known.get(id)?.order ?? Number.MAX_SAFE_INTEGER;
  const name = (id: string) => known.get(id)?.name ?? '\uffff';
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return (a: string, b: string) => place(a) - place(b) || byText(name(a), name(b)) || byText(a, b);
}
