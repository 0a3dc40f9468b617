import { expect, test } from 'vitest';
import { arOf } from '../billing/ar.ts';
import { closingQuestion } from './closing-question.ts';

test.each([
  [
    12_345,
    true,
    'Remaining Primary AR: This claim has $123.45 of remaining Primary AR. Are you sure you want to move this to Closed?',
  ],
  [
    100_000,
    true,
    'Remaining Primary AR: This claim has $1,000.00 of remaining Primary AR. Are you sure you want to move this to Closed?',
  ],
  [0, true, null],
  [-500, true, null],
  [12_345, false, null],
])('closing with %i cents left, warnings %s', (primaryAr, arWarnings, question) => {
  expect(closingQuestion(primaryAr, arWarnings)).toBe(question);
});

test('AR is the balance of each account', () => {
  expect(
    arOf([
      { account: 'ar:primary', amount: 20_000 },
      { account: 'revenue', amount: -20_000 },
      { account: 'ar:primary', amount: -15_000 },
      { account: 'cash', amount: 15_000 },
      { account: 'ar:primary', amount: -3_000 },
      { account: 'ar:patient', amount: 3_000 },
    ]),
  ).toEqual({ primary: 2_000, secondary: 0, patient: 3_000 });
  expect(arOf([])).toEqual({ primary: 0, secondary: 0, patient: 0 });
});
