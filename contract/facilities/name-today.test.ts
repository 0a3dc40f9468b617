import { expect, test } from 'vitest';
import { nameToday } from './name-today.ts';

const type = (Name: string, FormerNames: string[] = [], deleted_at: string | null = null) => ({
  Name,
  FormerNames,
  deleted_at,
});
const types = [
  type('First visit', ['Evaluation', 'Eval']),
  type('Follow-up'),
  type('Check', ['Follow-up']),
  type('Class', ['Group'], '2026-11-01T08:00:00Z'),
];

test.each([
  ['as it is called today', 'First visit', 'First visit'],
  ['as it was called before', 'Evaluation', 'First visit'],
  ['as it was called long before', 'Eval', 'First visit'],
  ['as another is called today', 'Follow-up', 'Follow-up'],
  ['as one was called that is gone', 'Group', 'Group'],
  ['as none is called', 'Sauna', 'Sauna'],
])('a name %s: %s is %s', (_name, name, today) => {
  expect(nameToday(types, name)).toBe(today);
});
