import { expect, test } from 'vitest';
import { daysOfWeek, showWeekStart } from './week-start.ts';

test.each([
  ['2026-11-22', '2026/11/22'],
  ['2026-11-28', '2026/11/22'],
  ['2027-01-01', '2026/12/27'],
  ['2028-02-29', '2028/02/27'],
])('the week of %s starts %s', (day, start) => {
  expect(showWeekStart(day)).toBe(start);
});

test('a week has seven days over a year end', () => {
  expect(daysOfWeek('2026-12-31')).toEqual([
    '2026-12-27',
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ]);
});
