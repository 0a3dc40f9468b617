import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNotices, noticeEveryMs, type Notices } from './notices.ts';

const send = vi.fn<(notices: string[]) => Promise<void>>();
let notices: Notices;
const told = () => send.mock.calls.map(([given]) => given.join());

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset().mockResolvedValue();
  notices = createNotices(send);
});
afterEach(() => vi.useRealTimers());

test('one change is told at once, and so is one after a pause', async () => {
  notices.tell(['changed demo']);
  expect(told()).toEqual(['changed demo']);
  await vi.advanceTimersByTimeAsync(noticeEveryMs);
  notices.tell(['changed demo']);
  expect(told()).toEqual(['changed demo', 'changed demo']);
});

test('changes without end are told four times a second, and the last one after it came', async () => {
  const toldAt: number[] = [];
  send.mockImplementation(async () => void toldAt.push(performance.now()));
  const began = performance.now();
  for (let ms = 0; ms < 1_100; ms += 10) {
    notices.tell(['changed demo']);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(toldAt.map((at) => at - began)).toEqual([0, 250, 500, 750, 1_000, 1_250]);
});

test('one site does not wait for another', async () => {
  notices.tell(['changed demo']);
  await vi.advanceTimersByTimeAsync(0);
  notices.tell(['changed demo', 'changed demo2']);
  expect(told()).toEqual(['changed demo', 'changed demo2']);
});

test('what comes while a notice is on its way is told by the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  send.mockReturnValueOnce(promise);
  notices.tell(['changed demo']);
  notices.tell(['changed demo', 'mail demo']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told()).toEqual(['changed demo']);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toEqual(['changed demo', 'changed demo,mail demo']);
});

test('what could not be told is told again, not in a hurry', async () => {
  send.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
  notices.tell(['changed demo']);
  await vi.advanceTimersByTimeAsync(499);
  expect(send).toHaveBeenCalledTimes(1);
  notices.tell(['mail demo']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told()).toEqual(['changed demo', 'changed demo,mail demo', 'changed demo,mail demo']);
});

test('what waits at the end is told before it', async () => {
  notices.tell(['changed demo']);
  notices.tell(['changed demo']);
  await notices.close();
  expect(send).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).toHaveBeenCalledTimes(2);
});
