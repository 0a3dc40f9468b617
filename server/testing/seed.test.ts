import { afterEach, expect, test, vi } from 'vitest';
import { countFrom, partOf, partsFrom, seedFrom } from './seed.ts';

afterEach(() => void vi.unstubAllEnvs());

test('a figure is that of the environment, or the one for every day', () => {
  vi.stubEnv('CHAOS_MINUTES', undefined);
  expect(countFrom('CHAOS_MINUTES', 0.67)).toBe(0.67);
  vi.stubEnv('CHAOS_MINUTES', '1.5');
  expect(countFrom('CHAOS_MINUTES', 0.67)).toBe(1.5);
  vi.stubEnv('WALK_PARTS', undefined);
  expect(partsFrom('WALK_PARTS', 3)).toBe(3);
  vi.stubEnv('WALK_PARTS', '1');
  expect(partsFrom('WALK_PARTS', 3)).toBe(1);
});

test.each(['', ' ', 'all', 'NaN', '-1', 'Infinity'])('a figure that is no number is refused: %j', (given) => {
  vi.stubEnv('MODEL_RUNS', given);
  expect(() => countFrom('MODEL_RUNS', 2_000)).toThrow('MODEL_RUNS');
});

test.each(['', '0', 'NaN', '1.5', '-1'])('as many parts take nothing, and are refused: %j', (given) => {
  vi.stubEnv('WALK_PARTS', given);
  expect(() => partsFrom('WALK_PARTS', 3)).toThrow('WALK_PARTS');
});

test.each([0, Number.NaN, 1.5, -1])('a list in %d parts is refused', (parts) => {
  expect(() => partOf(['one', 'two'], parts, 0)).toThrow('parts');
});

test.each(['', 'today', '1.5'])('a seed that is no whole number is refused: %j', (given) => {
  vi.stubEnv('TEST_SEED', given);
  vi.stubEnv('WORLD_SEED', undefined);
  expect(() => seedFrom('WORLD_SEED')).toThrow('TEST_SEED');
  expect(() => partOf(['one', 'two'], 2, 0)).toThrow('TEST_SEED');
});

test('a seed below 0, which leaves some of a list out of every part, is refused', () => {
  vi.stubEnv('TEST_SEED', '-4');
  expect(() => partOf(['one', 'two'], 2, 0)).toThrow('TEST_SEED');
});
