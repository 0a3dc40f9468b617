import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendLast } from './last-input.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a connection that says nothing is waited for no longer than three seconds, and nothing is sent after them', async () => {
  const end = vi.fn<() => void>();
  const isOver = vi.fn<() => void>();
  const waiting = sendLast({ flush: () => new Promise<never>(() => undefined), end }).then(isOver);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(end).toHaveBeenCalledOnce();
});

test('what is sent, or cannot be, is not waited for', async () => {
  for (const flush of [async () => true, async () => false, async () => Promise.reject(new Error('no'))]) {
    const end = vi.fn<() => void>();
    await sendLast({ flush, end });
    expect(end).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  }
});
