import { expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { BlockedError } from './server-calls.ts';
import { turnedAway } from './turned-away.ts';

test('what is turned away is told after a minute of it, each step by itself', () => {
  let now = 0;
  const away = turnedAway(() => now);
  const blocked = new BlockedError(403);
  expect([away.met('push', blocked), away.met('pull', blocked)]).toEqual([null, null]);
  expect(away.through('pull')).toBe(false);
  now = 60_000;
  expect(away.met('push', blocked)).toContain('(403)');
  expect(away.met('pull', blocked)).toBeNull();
  expect([away.through('pull'), away.through('push'), away.through('push')]).toEqual([false, true, false]);
});

test('a failure of another kind ends the minute', () => {
  let now = 0;
  const away = turnedAway(() => now);
  away.met('push', new BlockedError(403));
  now = 3_600_000;
  expect(away.met('push', new AppError('unavailable', 'Away.'))).toBeNull();
  expect(away.met('push', new BlockedError(404))).toBeNull();
});
