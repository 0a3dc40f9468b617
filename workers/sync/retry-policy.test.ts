import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { pauseMs, retryPolicy } from './retry-policy.ts';
import { BlockedError } from './server-calls.ts';

let now: number;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const [push, pull, notes] = [{ name: 'push' }, { name: 'pull' }, { name: 'notes' }];
const steps = [push, pull, notes];
const broken = new AppError('not-found', 'broken');

test('the most urgent step is tried first', () => {
  expect(retryPolicy().next(steps)).toBe(push);
  expect(retryPolicy().next([])).toBeUndefined();
});

test('a step that failed is left alone for a while, then comes after the others until it ends well', () => {
  const retries = retryPolicy();
  retries.stepFailed('push', broken, true);
  expect(retries.next(steps)).toBe(pull);
  expect(retries.next([push])).toBeUndefined();
  now = 1_000;
  expect(retries.next([push])).toBe(push);
  expect(retries.next(steps)).toBe(pull);
  retries.stepEnded('push');
  expect(retries.next(steps)).toBe(push);
});

test('a person who asks ends the quiet, and not the order', () => {
  const retries = retryPolicy();
  retries.stepFailed('push', broken, true);
  retries.endQuiet();
  expect(retries.next([push])).toBe(push);
  expect(retries.next(steps)).toBe(pull);
});

test('without a network the order stays, but for a step that someone on the way turns away', () => {
  const retries = retryPolicy();
  for (const { name } of steps) retries.stepFailed(name, new AppError('unavailable', 'away'), false);
  retries.endQuiet();
  expect(retries.next(steps)).toBe(push);
  retries.stepFailed('push', new BlockedError(403), false);
  retries.endQuiet();
  expect(retries.next(steps)).toBe(pull);
});

test('all work waits for as long as the server asked, and for five minutes at most', () => {
  const retries = retryPolicy();
  const busy = (seconds: number) => new AppError('unavailable', 'busy', { retryAfter: seconds });
  retries.failed();
  expect(retries.pauseAfter(busy(20))).toBe(20_000);
  now = 19_999;
  expect(retries.mustWait()).toBe(true);
  now = 20_000;
  expect(retries.mustWait()).toBe(false);
  expect(retries.pauseAfter(busy(86_400))).toBe(300_000);
  retries.endWait();
  expect([retries.mustWait(), retries.hasFailed()]).toEqual([false, true]);
  retries.succeeded();
  expect(retries.hasFailed()).toBe(false);
});

test('a failure that asks for no quiet stops no other work', () => {
  const retries = retryPolicy();
  retries.failed();
  expect(retries.pauseAfter(broken)).toBeLessThanOrEqual(1_000);
  expect(retries.mustWait()).toBe(false);
});

test.each([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds, before) => [before + 1, seconds * 1_000] as const))(
  'after %s failures the pause is anything from half of to all of %s ms',
  (failures, most) => {
    const pauses = Array.from({ length: 500 }, () => pauseMs(failures, undefined));
    const [shortest, longest] = [Math.min(...pauses), Math.max(...pauses)];
    expect(new Set(pauses).size).toBeGreaterThan(400);
    expect([shortest >= most / 2, shortest < most * 0.55]).toEqual([true, true]);
    expect([longest <= most, longest > most * 0.95]).toEqual([true, true]);
  },
);

test('the server is left alone for as long as it asked, and longer where this device waits longer by itself', () => {
  for (let time = 0; time < 100; time += 1) {
    expect(pauseMs(1, 20)).toBe(20_000);
    expect(pauseMs(4, 1)).toBeGreaterThanOrEqual(4_000);
  }
});
