import { expect, test } from 'vitest';
import { testId } from '#contract/testing/rows.ts';
import { idsAfter, idsIn, placeIn, placesAfter } from './row-index.ts';

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
  expect(idsIn(idsAfter(undefined, [], ids))).toEqual(ids);
  expect(() => idsAfter(undefined, [], ['x'])).toThrow();
});

test('ids come and go, each once', () => {
  const [one, two, three] = [testId(1), testId(2), testId(3)];
  const both = idsAfter(undefined, [], [one, two, one]);
  expect(idsIn(both)).toEqual([one, two]);
  expect(idsIn(idsAfter(both, [one], [three, two]))).toEqual([two, three]);
  expect(idsAfter(both, [one, two], [])).toBe('');
});

test('a row that comes twice at once is in the bundle named last', () => {
  const twice = placesAfter(undefined, [], [move('visits', 1, 7), move('visits', 1, 8)]);
  expect(placeIn(twice, 'visits', testId(1))).toBe(testId(8));
  expect(twice).toHaveLength(33);
  const added = placesAfter(twice, [], [move('visits', 2, 7)]);
  expect([placeIn(added, 'visits', testId(1)), placeIn(added, 'visits', testId(2))]).toEqual([testId(8), testId(7)]);
});
