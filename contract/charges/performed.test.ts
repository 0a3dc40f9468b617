import { expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { billableMinutes, Performed } from './performed.ts';

const part = (who: number | null, Minutes: number, Together = false) => ({
  ProviderId: who === null ? null : testId(who),
  Minutes,
  Together,
});

test.each([
  ['one person', [part(6, 20)], 20],
  ['two, one after the other', [part(6, 13), part(7, 23)], 36],
  ['an aide is never billed', [part(6, 15), part(null, 10)], 15],
  ['an aide alone', [part(null, 30)], 0],
  ['together, told on the assistant’s row', [part(6, 10), part(7, 5, true)], 15],
  ['together, told on both rows, counts once', [part(6, 5, true), part(7, 5, true), part(6, 10)], 15],
  ['no one', [], 0],
])('%s', (_what, parts, minutes) => {
  expect(billableMinutes(Performed.parse(parts))).toBe(minutes);
});

test.each([
  ['an aide together', [part(null, 5, true)]],
  ['minutes below none', [part(6, -1)]],
  ['half minutes', [part(6, 1.5)]],
  ['more than a day of work', [part(6, 481)]],
  ['eleven people', Array.from({ length: 11 }, () => part(6, 1))],
  ['an unknown field', [{ ...part(6, 5), Units: 1 }]],
])('%s is refused', (_what, parts) => {
  expect(Performed.safeParse(parts).success).toBe(false);
});
