import { expect, test } from 'vitest';
import { clockProblem } from './clock-problem.ts';

const hour = 3_600_000;

test.each([
  [24 * hour, /^This device’s clock is 24 hours slow, so today’s date may be wrong\./],
  [-24 * hour, /24 hours fast/],
  [-0.5 * hour, /30 minutes fast/],
])('a clock that is %d ms behind the server is told', (offset, sentence) => {
  expect(clockProblem(null, offset)).toMatch(sentence);
});

test('is taken back once the clock is right, hides no other problem, and small differences are none', () => {
  const told = clockProblem(null, 24 * hour);
  expect(clockProblem(told, 2_000)).toBeNull();
  expect(clockProblem('This device is full.', 24 * hour)).toBe('This device is full.');
  expect(clockProblem(null, -400_000)).toBeNull();
});
