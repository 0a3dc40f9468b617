import { expect, test } from 'vitest';
import { partOf, wayOf } from './sample.ts';

const screens = ['/onDeck', '/patients', '/scheduling', '/company/users', '/account', '/library/eval', '/importer'];

test('one part is all of it', () => {
  expect(partOf(screens, 1, 121_638_030)).toEqual(screens);
});

test('each of a list is in exactly one of as many seeds as there are parts', () => {
  for (const first of [0, 7, 121_638_030]) {
    const seen = [first, first + 1, first + 2].flatMap((seed) => partOf(screens, 3, seed));
    expect(seen.toSorted()).toEqual(screens.toSorted());
  }
});

test('a name tries each way with one of as many seeds, and names differ with one seed', () => {
  for (const name of screens)
    expect([121_638_030, 121_638_031, 121_638_032].map((seed) => `${wayOf(name, 3, seed)}`).toSorted()).toEqual([
      '0',
      '1',
      '2',
    ]);
  expect(new Set(screens.map((name) => wayOf(name, 2, 1)))).toEqual(new Set([0, 1]));
  expect(wayOf('/onDeck', 4, 99)).toBe(wayOf('/onDeck', 4, 99));
});
