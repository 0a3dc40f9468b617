import type { ReactNode } from 'react';
import { foldName, isNameIn } from '#contract/patients/name-words.ts';

export type BookColumn<Row> = {
  key: string;
  title: string;
  /** What is searched and sorted by. */
  text: (row: Row) => string;
  /** What is shown, where it is more than the text. */
  cell?: (row: Row) => ReactNode;
  secondary?: boolean;
};
export type BookSort = { key: string; order: 'asc' | 'desc' };

type Wanted<Row> = {
  columns: readonly BookColumn<Row>[];
  words: string;
  sort: BookSort;
  isInactive: (row: Row) => boolean;
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Rows in which every word stands, by a column; what is not in use any more stands last, whatever the order. */
export function shownOf<Row>(rows: readonly Row[], { columns, words, sort, isInactive }: Wanted<Row>): Row[] {
  const wanted = foldName(words).split(/\s+/).filter(Boolean);
  const by = columns.find(({ key }) => key === sort.key) ?? columns[0];
  const turn = sort.order === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, last: Number(isInactive(row)), text: by?.text(row) ?? '' }))
    .filter(({ row }) => wanted.length === 0 || hasAll(columns, row, wanted))
    .toSorted((a, b) => a.last - b.last || emptyLast(a.text, b.text) || turn * collator.compare(a.text, b.text))
    .map(({ row }) => row);
}

function hasAll<Row>(columns: readonly BookColumn<Row>[], row: Row, wanted: readonly string[]): boolean {
  const said = columns.map(({ text }) => text(row)).join(' ');
  const all = foldName(said);
  // A number is found as it is typed, with or without brackets and dashes.
  const numbers = all.replace(/(?<=\d)[-) ]+(?=\d)/g, '');
  return wanted.every(
    (word) => all.includes(word) || isNameIn(said, word) || numbers.includes(word.replace(/[()-]/g, '') || word),
  );
}

function emptyLast(a: string, b: string): number {
  return Number(isEmpty(a)) - Number(isEmpty(b));
}

function isEmpty(text: string): boolean {
  return text === '' || text === '-';
}
