import { expect, test } from 'vitest';
import { testId } from '#contract/testing/rows.ts';
import { idsIn, placeIn, placesAfter, textOf } from './places.ts';

const move = (entity: 'visits' | 'cases', key: number, bundle: number) => ({
  entity,
  key: testId(key),
  bundle: testId(bundle),
});

test('rows are found where they went last; kinds with the same id keep apart', () => {
  const first = placesAfter(undefined, [], [move('visits', 1, 7), move('cases', 1, 8), move('visits', 2, 7)]);
  expect(placeIn(first, 'visits', testId(1))).toBe(testId(7));
  expect(placeIn(first, 'cases', testId(1))).toBe(testId(8));
  expect(placeIn(first, 'cases', testId(2))).toBeUndefined();
  // A bundle's id is no row's.
  expect(placeIn(first, 'visits', testId(7))).toBeUndefined();
  const then = placesAfter(first, [move('visits', 1, 7), move('visits', 2, 7)], [move('visits', 2, 9)]);
  expect(placeIn(then, 'visits', testId(1))).toBeUndefined();
  expect(placeIn(then, 'visits', testId(2))).toBe(testId(9));
  expect(placesAfter(then, [move('visits', 2, 7)], [])).toBe(then);
});

test('a key that is no id is nowhere, and no bundle takes it', () => {
  expect(placeIn(placesAfter(undefined, [], [move('visits', 1, 7)]), 'visits', 'x')).toBeUndefined();
  expect(() => placesAfter(undefined, [], [{ ...move('visits', 1, 7), key: 'x' }])).toThrow();
});

test('ids stand one after the other', () => {
  expect(idsIn(undefined)).toEqual([]);
  const ids = [testId(1), '018f00ff-80a1-7fff-bfff-fedcba987654'];
  expect(idsIn(textOf(ids))).toEqual(ids);
  expect(() => textOf(['x'])).toThrow();
});
