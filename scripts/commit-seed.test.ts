import { expect, test, vi } from 'vitest';
import { seedOf, testSeed } from './commit-seed.ts';

test('a commit has one seed, and another commit another', () => {
  expect(seedOf('96d779b0aa\n')).toBe(0x96d779b);
  expect(seedOf('96d779c0aa\n')).not.toBe(seedOf('96d779b0aa\n'));
});

test('sources without a commit have a seed all the same', () => {
  expect(seedOf('')).toBeGreaterThan(0);
  expect(seedOf('fatal: not a git repository')).toBe(seedOf(''));
});

test('a seed that is given repeats a run', () => {
  vi.stubEnv('TEST_SEED', '42');
  try {
    expect(testSeed()).toBe(42);
  } finally {
    vi.unstubAllEnvs();
  }
});
