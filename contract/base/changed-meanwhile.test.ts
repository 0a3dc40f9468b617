import { expect, test } from 'vitest';
import { changedMeanwhile, changesOf, isChangedSince } from './changed-meanwhile.ts';
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

test('a form sends what was changed, and what it was', () => {
  const opened = { name: 'Ben', ids: ['a', 'b'], week: [[], [{ start: '1', end: '2' }]] };
  expect(changesOf(opened, { ...opened, ids: ['b', 'a'], name: 'Benno' })).toEqual({
    changes: { name: 'Benno' },
    before: { name: 'Ben' },
  });
});

test('only what somebody else made of a field that is being changed stands in the way', () => {
  const before = { name: 'Ben', npi: '1' };
  expect(changedMeanwhile({ name: 'Benno' }, before, { name: 'Ben', npi: '2' })).toEqual([]);
  expect(changedMeanwhile({ name: 'Benno', npi: '3' }, before, { name: 'Benno', npi: '2' })).toEqual(['npi']);
  expect(changedMeanwhile({ npi: '3' }, undefined, { npi: '2' })).toEqual([]);
});

test.each([
  [{ Allowed: 12 }, { Allowed: 24 }, true],
  [{ Allowed: 12 }, { Allowed: 12, Note: 'Theirs' }, false],
  [{ Note: null }, {}, false],
  [{ updated_at: '1' }, { updated_at: '2' }, false],
  [{ grid: [{ start: '1', end: '2' }] }, { grid: [{ end: '2', start: '1' }] }, false],
  [{}, { Allowed: 24 }, false],
])('what was seen as %j reads otherwise as %j: %s', (seen, now, expected) => {
  expect(isChangedSince(seen, now, ['Allowed', 'Note', 'grid'])).toBe(expected);
});
