import { expect, test } from 'vitest';
import { patiently } from './answers.ts';

/** Keeps this process busy. */
function work(ms: number): void {
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 >= ms) return;
  }
}

test('a call that always takes long is slow', async () => {
  let calls = 0;
  const { isSlow } = await patiently(async () => {
    calls += 1;
    work(250);
    return {} as never;
  }, 200);
  expect([isSlow, calls]).toEqual([true, 3]);
});

test('a call that takes long once is not', async () => {
  let calls = 0;
  const { isSlow } = await patiently(async () => {
    calls += 1;
    if (calls === 1) work(250);
    return {} as never;
  }, 200);
  expect(isSlow).toBe(false);
});
