import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenQuiet } from './when-quiet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('many that come close together cost one run, after the last of them', async () => {
  const run = vi.fn(async () => undefined);
  const saved = whenQuiet(run, 60, 1_000);
  for (let call = 0; call < 10; call += 1) {
    saved.call();
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(40);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a stream that never pauses is not put off for longer than asked', async () => {
  const run = vi.fn(async () => undefined);
  const saved = whenQuiet(run, 60, 1_000);
  for (let call = 0; call < 140; call += 1) {
    saved.call();
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(run).toHaveBeenCalledTimes(2);
  saved.cancel();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(2);
  saved.call();
  await vi.advanceTimersByTimeAsync(60);
  expect(run).toHaveBeenCalledTimes(3);
});

test('what comes during a run gets the next one, after it', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const saved = whenQuiet(
    () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    60,
    1_000,
  );
  saved.call();
  await vi.advanceTimersByTimeAsync(60);
  saved.call();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('A run that fails stands in no one’s way.'));
  await vi.advanceTimersByTimeAsync(60);
  expect(runs).toHaveLength(2);
});
