import { expect, test } from 'vitest';
import { daysShown, shortWords, shownFrom, shownWords, stepped, viewTold, type View } from './views.ts';

const of = (view: View, date: string) => ({ view, date });

test('what of an address makes no sense is the day of today', () => {
  const from = (text: string) => shownFrom(new URLSearchParams(text), '2026-11-22');
  expect(from('')).toEqual(of('day', '2026-11-22'));
  expect(from('view=week&date=2026-12-01')).toEqual(of('week', '2026-12-01'));
  expect(from('view=year&date=2026-02-30')).toEqual(of('day', '2026-11-22'));
});

test.each([
  [of('day', '2028-02-28'), '2028-02-29'],
  [of('week', '2026-12-29'), '2027-01-05'],
  [of('month', '2026-12-31'), '2027-01-01'],
  [of('month', '2026-01-31'), '2026-02-01'],
])('the next of %j is %s', (shown, next) => {
  expect(stepped(shown, 1)).toBe(next);
});

test('the month before January is December', () => {
  expect(stepped(of('month', '2026-01-15'), -1)).toBe('2025-12-01');
});

test('a week begins with Sunday, and a month is drawn in whole weeks', () => {
  expect(daysShown(of('week', '2026-11-25'))[0]).toBe('2026-11-22');
  const november = daysShown(of('month', '2026-11-25'));
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-11-01', '2026-12-05', 35]);
  const february = daysShown(of('month', '2026-02-10'));
  expect([february[0], february.at(-1), february.length]).toEqual(['2026-02-01', '2026-02-28', 28]);
});

test('what is shown in words', () => {
  expect(shownWords(of('day', '2026-11-22'), '2026-11-22')).toBe('Today, Sunday 11/22/2026');
  expect(shownWords(of('week', '2026-11-25'), '2026-11-22')).toBe('11/22/2026 – 11/28/2026');
  expect(shownWords(of('month', '2026-11-25'), '2026-11-22')).toBe('November 2026');
});

test('a view that comes is told with its visits', () => {
  expect(viewTold(of('week', '2026-11-25'), '2026-11-22', 1)).toBe('11/22/2026 – 11/28/2026, 1 visit');
  expect(viewTold(of('day', '2026-11-22'), '2026-11-22', 12)).toBe('Today, Sunday 11/22/2026, 12 visits');
});

test('what is shown where room is short', () => {
  expect(shortWords(of('day', '2026-11-22'), '2026-11-22')).toBe('Today, Sun 11/22');
  expect(shortWords(of('day', '2026-11-23'), '2026-11-22')).toBe('Mon 11/23');
  expect(shortWords(of('week', '2026-11-25'), '2026-11-22')).toBe('11/22 – 11/28');
  expect(shortWords(of('month', '2026-11-25'), '2026-11-22')).toBe('Nov 2026');
});
