import { expect, test } from 'vitest';
import {
  addDays,
  ageOn,
  DateString,
  Instant,
  isRealDate,
  minutesBetween,
  showDate,
  showTime,
  dayIn,
  wallTimeIn,
  WallTime,
} from './dates.ts';

test.each([
  ['2026-11-18', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['0000-01-01', false],
  ['', false],
])('%s is a real date: %s', (text, real) => {
  expect(DateString.safeParse(text).success).toBe(real);
  expect(isRealDate(text)).toBe(real);
});

test.each([
  ['2026-11-18T15:30:00.123456+00:00', true],
  ['2026-11-18T15:30:00Z', true],
  ['2026-11-18T15:30:00', false],
  ['+275760-09-13T00:00:00.000Z', false],
  ['0000-01-01T00:00:00.000Z', false],
  ['Wed Nov 18 2026 09:00:00 GMT', false],
])('%s is a moment: %s', (text, real) => {
  expect(Instant.safeParse(text).success).toBe(real);
});

test.each([
  ['2026-11-18T00:00', true],
  ['2026-11-18T23:59', true],
  ['2026-11-18T24:00', false],
  ['2026-02-30T10:00', false],
  ['2026-11-18T10:00:00', false],
])('%s is a wall time: %s', (text, real) => {
  expect(WallTime.safeParse(text).success).toBe(real);
});

test.each([
  ['2026-11-18', 1, '2026-11-19'],
  ['2026-03-07', 1, '2026-03-08'],
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2024-02-28', 1, '2024-02-29'],
])('%s and %i days is %s, whatever the clocks do', (date, days, result) => {
  expect(addDays(date, days)).toBe(result);
});

test('dates and times as people read them (spec 5)', () => {
  expect(showDate('2026-11-18')).toBe('11/18/2026');
  expect(showDate(null)).toBe('-');
  expect(['T00:05', 'T09:30', 'T12:00', 'T23:59'].map((time) => showTime(`2026-11-18${time}`))).toEqual([
    '12:05 AM',
    '9:30 AM',
    '12:00 PM',
    '11:59 PM',
  ]);
});

test.each([
  ['1980-11-18', '2026-11-18', 46],
  ['1980-11-19', '2026-11-18', 45],
  ['2024-02-29', '2025-02-28', 0],
])('born %s, on %s: %i years', (birth, date, age) => {
  expect(ageOn(birth, date)).toBe(age);
});

test('minutes between wall times do not know of daylight saving', () => {
  expect(minutesBetween('2026-03-08T01:30', '2026-03-08T03:30')).toBe(120);
  expect(minutesBetween('2026-11-18T10:00', '2026-11-18T10:45')).toBe(45);
});

test('the wall time of a moment in a zone', () => {
  expect(wallTimeIn('America/Los_Angeles', new Date('2026-11-18T07:30:00Z'))).toBe('2026-11-17T23:30');
  expect(wallTimeIn('America/New_York', new Date('2026-07-01T04:00:00Z'))).toBe('2026-07-01T00:00');
  expect(dayIn('America/Denver', '2026-11-03T02:00:00Z')).toBe('2026-11-02');
  expect(dayIn('UTC', '2026-11-03T02:00:00Z')).toBe('2026-11-03');
});
