import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollLoop, type Round, type Rounds } from './rounds.ts';

let kept: Rounds | undefined;
const failed = vi.fn();
const round = vi.fn<(given: Round) => Promise<void>>();
/** Lets what was begun go on as far as it can. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  failed.mockReset();
  round.mockReset().mockResolvedValue();
});
afterEach(async () => {
  const over = kept?.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await over;
  vi.useRealTimers();
});

test('a round at once, when it is woken, and every quarter of a minute', async () => {
  kept = pollLoop(round, { failed });
  await settle();
  expect(round).toHaveBeenCalledTimes(1);
  kept.wake();
  await settle();
  expect(round).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(round).toHaveBeenCalledTimes(3);
});

test('one at a time; who is woken meanwhile looks once more', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  round.mockReturnValueOnce(promise);
  kept = pollLoop(round, { failed });
  kept.wake();
  kept.wake();
  await settle();
  expect(round).toHaveBeenCalledTimes(1);
  resolve();
  await settle();
  expect(round).toHaveBeenCalledTimes(2);
});

test('trouble with one part keeps no other waiting, and is told once until a round has gone well', async () => {
  const other = vi.fn(async () => undefined);
  const trouble = async ({ attempt }: Round) => {
    await attempt(() => Promise.reject(new Error('away')));
    await attempt(other);
  };
  round.mockImplementationOnce(trouble).mockImplementationOnce(trouble).mockResolvedValueOnce();
  round.mockRejectedValueOnce(new Error('away'));
  kept = pollLoop(round, { failed });
  await settle();
  expect(other).toHaveBeenCalledTimes(1);
  for (const times of [1, 1, 2]) {
    kept.wake();
    await settle();
    expect(failed).toHaveBeenCalledTimes(times);
  }
});

test('the end waits for what is on its way, but not for ever', async () => {
  round.mockReturnValueOnce(new Promise(() => undefined));
  kept = pollLoop(round, { failed });
  await settle();
  let isOver = false;
  void kept.stop().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(isOver).toBe(true);
});
