import { expect, test } from 'vitest';
import { isChangedSince } from './changed-meanwhile.ts';
import { isSameInAnyOrder } from './same-value.ts';

test.each([
  [{ start: '08:00', end: '12:00' }, { end: '12:00', start: '08:00' }, true],
  [['b', 'a'], ['a', 'b'], true],
  [[{ a: 1 }, { b: 1 }], [{ b: 1 }, { a: 1 }], false],
  [null, undefined, false],
  [null, null, true],
  ['1', 1, false],
])('%j and %j are the same: %s', (one, other, expected) => {
  expect(isSameInAnyOrder(one, other)).toBe(expected);
});

test.each([
  [{ Allowed: 12 }, { Allowed: 24 }, true],
  [{ Allowed: 12 }, { Allowed: 12, Note: 'Theirs' }, false],
  [{ Note: null }, {}, false],
  [{ updated_at: '1' }, { updated_at: '2' }, false],
  [{ grid: [{ start: '1', end: '2' }] }, { grid: [{ end: '2', start: '1' }] }, false],
  [{}, { Allowed: 24 }, false],
  [{ Note: ['b', 'a'] }, { Note: ['a', 'b'] }, false],
])('what was seen as %j reads otherwise as %j: %s', (seen, now, expected) => {
  expect(isChangedSince(seen, now, ['Allowed', 'Note', 'grid'])).toBe(expected);
});
