import { expect, test } from 'vitest';
import { cellsOf, gridOf, gridWords, periods, workdays } from './grid-choice.ts';

test('parts of a day that follow each other are one time, and come back as they were', () => {
  const cells = workdays.map((row) => row.map(() => false));
  cells[2] = periods.map((_, at) => at !== 2);
  const grid = gridOf(cells);
  expect(grid[2]).toEqual([
    { start: '06:00', end: '12:00' },
    { start: '15:00', end: '21:00' },
  ]);
  expect(cellsOf(grid)).toEqual(cells);
  expect(cellsOf(gridOf(workdays))).toEqual(workdays);
});

test('is told in few words', () => {
  expect(gridWords(gridOf(workdays))).toBe('Mon–Fri any time');
  const some = workdays.map((row, day) => row.map((_, at) => (day === 1 || day === 3) && at === 1));
  expect(gridWords(gridOf(some))).toBe('Mon, Wed 9 AM–12 PM');
  expect(gridWords(gridOf(workdays.map((row) => row.map(() => false))))).toBe('No time');
});
