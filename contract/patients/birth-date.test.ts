import { expect, test } from 'vitest';
import { birthDateRefusal } from './birth-date.ts';

test.each([
  ['2026-11-22', null],
  ['2026-11-23', 'The birth date is in the future.'],
  ['2062-05-12', 'The birth date is in the future.'],
  ['1896-11-22', null],
  ['1895-11-22', 'The birth date is more than 130 years ago.'],
])('%s on 2026-11-22: %s', (birth, refusal) => {
  expect(birthDateRefusal(birth, '2026-11-22')).toBe(refusal);
});
