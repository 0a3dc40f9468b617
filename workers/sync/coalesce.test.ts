import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first is answered at once, those that follow closely together, the last never missed', () => {
  const run = vi.fn();
  const changed = coalesce(run, 250);
  changed.call();
  expect(run).toHaveBeenCalledTimes(1);
  changed.call();
  changed.call();
  vi.advanceTimersByTime(249);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a stream of events that never pauses does not put off the answer to the first', () => {
  const run = vi.fn();
  const changed = coalesce(run, 250);
  for (let event = 0; event < 20; event += 1) {
    changed.call();
    vi.advanceTimersByTime(100);
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(6);
  changed.call();
  changed.cancel();
  const before = run.mock.calls.length;
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(before);
});
