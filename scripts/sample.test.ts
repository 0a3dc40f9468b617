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

test('a list of fewer than there are parts is taken whole: a part of it could be empty', () => {
  for (const seed of [0, 1, 2]) {
    expect(partOf(['/platform'], 3, seed)).toEqual(['/platform']);
    expect(partOf(['/onDeck', '/account'], 3, seed)).toEqual(['/onDeck', '/account']);
    expect(partOf(['/onDeck', '/account', '/patients'], 3, seed)).toHaveLength(1);
  }
});

test.each([
  [0, 7],
  [Number.NaN, 7],
  [-3, 7],
  [1.5, 7],
  [3, Number.NaN],
  [3, -4],
  [3, 0.5],
])('%d parts with the seed %d take nothing, and are refused', (parts, seed) => {
  expect(() => partOf(screens, parts, seed)).toThrow('whole number');
  expect(() => wayOf('/onDeck', 2, seed, parts)).toThrow('whole number');
});

test('a name tries each way with one of as many seeds, and names differ with one seed', () => {
  for (const name of screens)
    expect([121_638_030, 121_638_031, 121_638_032].map((seed) => `${wayOf(name, 3, seed, 1)}`).toSorted()).toEqual([
      '0',
      '1',
      '2',
    ]);
  expect(new Set(screens.map((name) => wayOf(name, 2, 1, 1)))).toEqual(new Set([0, 1]));
  expect(wayOf('/onDeck', 4, 99, 3)).toBe(wayOf('/onDeck', 4, 99, 3));
});

test('a name that is taken in parts meets each way while it is taken', () => {
  for (const ways of [2, 3])
    for (const name of screens) {
      const seeds = Array.from({ length: 9 }, (_, at) => 121_638_030 + at);
      const taken = seeds.filter((seed) => partOf(screens, 3, seed).includes(name));
      expect(new Set(taken.map((seed) => wayOf(name, ways, seed, 3))).size, `${name}, ${ways} ways`).toBe(ways);
    }
});
