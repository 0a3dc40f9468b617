import { expect, test } from 'vitest';
import { closedDayRefusal, closingRefusal, isClosed } from './closed-period.ts';

test.each([
  ['2026-10-31', '2026-10-31', true],
  ['2026-10-30', '2026-10-31', true],
  ['2026-11-01', '2026-10-31', false],
  ['2024-02-29', '2024-02-29', true],
  ['1999-01-01', null, false],
])('%s with a period closed through %s: %s', (day, end, expected) => {
  expect(isClosed(day, end)).toBe(expected);
});

test('only days before today are closed', () => {
  expect(closingRefusal('2026-11-17', '2026-11-18')).toBeNull();
  expect(closingRefusal(null, '2026-11-18')).toBeNull();
  expect(closingRefusal('2026-11-18', '2026-11-18')).toMatch(/before today/);
});

test('a closed day says since when it is closed', () => {
  expect(closedDayRefusal('2026-11-01', '2026-10-31')).toBeNull();
  expect(closedDayRefusal('2026-10-30', '2026-10-31')).toMatch(
    /on 10\/30\/2026\. Billing is closed through 10\/31\/2026/,
  );
});
