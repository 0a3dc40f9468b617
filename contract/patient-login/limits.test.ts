import { expect, test } from 'vitest';
import { mayGetCode } from './limits.ts';

const none = { quarterHour: 0, day: 0, wrongToday: 0, siteToday: 0 };
test.each([
  [none, true, true],
  [none, false, true],
  [{ ...none, quarterHour: 2, day: 9, wrongToday: 19, siteToday: 1_999 }, true, true],
  [{ ...none, quarterHour: 3 }, true, false],
  [{ ...none, day: 10 }, true, false],
  [{ ...none, wrongToday: 20 }, true, false],
  [{ ...none, siteToday: 2_000 }, true, false],
  [{ ...none, siteToday: 99 }, false, true],
  [{ ...none, siteToday: 100 }, false, false],
])('%o, known %s: %s', (counted, isKnown, may) => {
  expect(mayGetCode(counted, isKnown)).toBe(may);
});
