import { expect, test } from 'vitest';
import { advance, startClock } from './awake-clock.ts';

const start = startClock({ wall: 1_000_000, steady: 500 });

test.each([
  ['both clocks run', { wall: 1_060_000, steady: 60_500 }, 60_000],
  ['the steady clock stopped while the laptop slept', { wall: 4_600_000, steady: 900 }, 3_600_000],
  ['the calendar was set back an hour', { wall: -2_600_000, steady: 60_500 }, 60_000],
  ['both went back', { wall: 0, steady: 0 }, 0],
])('%s', (_, now, elapsed) => {
  expect(advance(start, now).elapsed).toBe(elapsed);
});

test('looks add up, and a calendar set right again is not counted twice over', () => {
  const back = advance(start, { wall: 0, steady: 10_500 });
  expect(back.elapsed).toBe(10_000);
  expect(advance(back, { wall: 10_000, steady: 20_500 }).elapsed).toBe(20_000);
});
