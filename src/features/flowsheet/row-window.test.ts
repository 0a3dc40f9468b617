import { expect, test } from 'vitest';
import { drawnBlocks, includes, rowsIn } from './row-window.ts';

const heights = [40, 40, 60, 40, 40];

test.each([
  ['from the top', { top: 0, bottom: 100 }, { from: 0, to: 2 }],
  ['that begins in a row', { top: 50, bottom: 100 }, { from: 1, to: 2 }],
  ['that ends where a row begins', { top: 40, bottom: 80 }, { from: 1, to: 1 }],
  ['of the last row', { top: 190, bottom: 400 }, { from: 4, to: 4 }],
  ['above all', { top: -500, bottom: -100 }, { from: 0, to: 0 }],
  ['below all', { top: 900, bottom: 1_000 }, { from: 4, to: 4 }],
])('a view %s shows its rows', (_name, view, rows) => {
  expect(rowsIn(heights, view)).toEqual(rows);
});

test.each([
  [{ from: 2, to: 5 }, true],
  [{ from: 1, to: 5 }, false],
  [{ from: 2, to: 6 }, false],
])('of 2 to 5, %o is drawn: %s', (wanted, is) => {
  expect(includes({ from: 2, to: 5 }, wanted)).toBe(is);
});

const blocks = [{ rows: ['a', 'b', 'c'] }, { rows: ['d', 'e'] }];
const drawn = (from: number, to: number, kept: number) =>
  drawnBlocks(blocks, heights, { from, to }, kept).map(({ rows, after }) => [
    ...rows.map(({ row, place, gap }) => `${row} ${place} after ${gap}`),
    after,
  ]);

test('what is not drawn takes up its height, in its own block', () => {
  expect(drawn(0, 4, -1)).toEqual([
    ['a 0 after 0', 'b 1 after 0', 'c 2 after 0', 0],
    ['d 3 after 0', 'e 4 after 0', 0],
  ]);
  expect(drawn(1, 1, -1)).toEqual([['b 1 after 40', 60], [80]]);
});

test('the row of the tab stop is drawn wherever it is, at its own height', () => {
  expect(drawn(3, 4, 0)).toEqual([
    ['a 0 after 0', 100],
    ['d 3 after 0', 'e 4 after 0', 0],
  ]);
  expect(drawn(0, 0, 4)).toEqual([
    ['a 0 after 0', 100],
    ['e 4 after 40', 0],
  ]);
});
