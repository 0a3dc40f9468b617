import { expect, test } from 'vitest';
import { shownOf, type BookColumn } from './book-order.ts';

type Row = { name: string; phone: string; gone?: boolean };
const columns: BookColumn<Row>[] = [
  { key: 'name', title: 'Name', text: (row) => row.name },
  { key: 'phone', title: 'Phone', text: (row) => row.phone },
];
const rows: Row[] = [
  { name: 'Vance, Eleanor', phone: '(617) 555-0130' },
  { name: 'Ávila, Bo', phone: '-' },
  { name: 'Zander, Cy', phone: '(617) 555-0009', gone: true },
  { name: 'Kapoor, Sunita', phone: '(978) 555-0100' },
];
const names = (words: string, key = 'name', order: 'asc' | 'desc' = 'asc') =>
  shownOf(rows, { columns, words, sort: { key, order }, isInactive: (row) => row.gone === true }).map(
    (row) => row.name,
  );

test.each([
  ['', 'name', 'asc', ['Ávila, Bo', 'Kapoor, Sunita', 'Vance, Eleanor', 'Zander, Cy']],
  ['', 'name', 'desc', ['Vance, Eleanor', 'Kapoor, Sunita', 'Ávila, Bo', 'Zander, Cy']],
  ['', 'phone', 'desc', ['Kapoor, Sunita', 'Vance, Eleanor', 'Ávila, Bo', 'Zander, Cy']],
  ['sun kap', 'name', 'asc', ['Kapoor, Sunita']],
  ['6175550130', 'name', 'asc', ['Vance, Eleanor']],
  ['(617)', 'name', 'asc', ['Vance, Eleanor', 'Zander, Cy']],
  ['avila', 'name', 'asc', ['Ávila, Bo']],
  ['nobody', 'name', 'asc', []],
] as const)('“%s” by %s %s', (words, key, order, expected) => {
  expect(names(words, key, order)).toEqual(expected);
});
