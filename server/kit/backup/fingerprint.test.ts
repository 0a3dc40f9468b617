import { expect, test } from 'vitest';
import { differences } from './fingerprint.ts';

const was = { patients: { rows: 3, sum: '7' }, visits: { rows: 2, sum: '5' }, gone: { rows: 1, sum: '1' } };

test('of two states each table that differs is named, and how', () => {
  expect(differences(was, was)).toEqual([]);
  const { gone: _gone, ...rest } = was;
  const is = { ...rest, patients: { rows: 3, sum: '8' }, visits: { rows: 1, sum: '5' }, more: { rows: 4, sum: '2' } };
  expect(differences(was, is)).toEqual([
    'gone: 1 rows, now none',
    'more: no rows, now 4',
    'patients: the same number of rows with another content',
    'visits: 2 rows, now 1',
  ]);
});
