import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { showMoney, x12Amount } from './money.ts';

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [1_234_567, '$12,345.67'],
  [-5, '-$0.05'],
  [-120_000, '-$1,200.00'],
  [null, '-'],
  [undefined, '-'],
])('%s cents are shown as %s (spec 5)', (cents, shown) => {
  expect(showMoney(cents)).toBe(shown);
});

test.each([
  [6_000, '60'],
  [1_250, '12.5'],
  [10_000, '100'],
  [0, '0'],
  [5, '0.05'],
  [50, '0.5'],
  [123_456_789, '1234567.89'],
  [-1_250, '-12.5'],
])('%i cents are %s in X12', (cents, text) => {
  expect(x12Amount(cents)).toBe(text);
});

test('an X12 amount reads back as the same cents and says nothing twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
      const text = x12Amount(cents);
      expect(Math.round(Number(text) * 100)).toBe(cents);
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d?[1-9])?$/);
    }),
  );
});
