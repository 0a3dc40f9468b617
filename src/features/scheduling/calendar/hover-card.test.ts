import { expect, test } from 'vitest';
import { insurance, payer } from '#contract/testing/rows.ts';
import { policyWords } from './hover-card.tsx';

const day = '2026-03-01';
test.each([
  [{ StartDate: null, EndDate: null }, payer.Name],
  [{ StartDate: '2026-03-02', EndDate: null }, `${payer.Name}, begins only 03/02/2026`],
  [{ StartDate: null, EndDate: day }, `${payer.Name}, until 03/01/2026`],
  [{ StartDate: '2025-01-01', EndDate: '2026-02-28' }, `${payer.Name}, ended 02/28/2026`],
])('a policy of %o on the day of the visit', (dates, words) => {
  expect(policyWords({ insurance: { ...insurance, ...dates }, payer }, day)).toBe(words);
});
