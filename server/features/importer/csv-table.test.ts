import { expect, test } from 'vitest';
import { readTable } from './csv-table.ts';

const header = 'FIRST,LAST,BIRTHDATE,CITY';
const read = (...lines: string[]) => {
  const table = readTable({ name: 'people.csv', text: [header, ...lines].join('\n') });
  return {
    rows: table.rows.map((row) => [row.line, row.cell('FIRST'), row.cell('LAST')]),
    refused: table.problems.map((problem) => problem.line),
  };
};

test('a quotation mark left open costs its own line and no other', () => {
  const good = Array.from({ length: 45 }, (_, at) => `Ann${at},Good,1980-01-01,Town`);
  const { rows, refused } = read('Eve,Before,1980-01-01,Town', 'Bob,"Broken,1980-01-01,Town', ...good);
  expect(refused).toEqual([3]);
  expect(rows).toHaveLength(46);
  expect(rows.at(-1)).toEqual([48, 'Ann44', 'Good']);
});

test('rows after it may be quoted themselves', () => {
  const { rows, refused } = read(
    'Bob,"Broken,1980-01-01,Town',
    'Ann,"Good, Jr.",1980-01-01,"Old ""Town"""',
    'Jim,"Bro"ken,1980-01-01,Town',
    '"Kim","Two\nlines",1980-01-01,""',
    'Lou,Last,1980-01-01,"',
  );
  expect(refused).toEqual([2, 4, 7]);
  expect(rows).toEqual([
    [3, 'Ann', 'Good, Jr.'],
    [5, 'Kim', 'Two lines'],
  ]);
});

test('a quotation mark inside a plain cell is a letter', () => {
  expect(read('Ann,5" nail,1980-01-01,Town')).toEqual({ rows: [[2, 'Ann', '5" nail']], refused: [] });
});
