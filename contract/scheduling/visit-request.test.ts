import { expect, test } from 'vitest';
import { isWaiting, RequestGrid } from './visit-request.ts';

test('a grid has seven days of times that end after they begin', () => {
  const week = Array.from({ length: 7 }, () => [{ start: '09:00', end: '12:00' }]);
  expect(RequestGrid.safeParse(week).success).toBe(true);
  expect(RequestGrid.safeParse(week.slice(1)).success).toBe(false);
  expect(RequestGrid.safeParse(week.with(2, [{ start: '12:00', end: '12:00' }])).success).toBe(false);
  expect(RequestGrid.safeParse(week.with(2, [{ start: '9:00', end: '12:00' }])).success).toBe(false);
});

test('someone waits through the last day, unless they are taken off', () => {
  expect(isWaiting({ state: 'open', Expires: '2026-11-22' }, '2026-11-22')).toBe(true);
  expect(isWaiting({ state: 'open', Expires: '2026-11-22' }, '2026-11-23')).toBe(false);
  expect(isWaiting({ state: 'withdrawn', Expires: '2026-11-30' }, '2026-11-22')).toBe(false);
});
