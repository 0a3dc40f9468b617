import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seedOf, testSeed } from './commit-seed.ts';

test('a commit has one seed, and another commit another', () => {
  expect(seedOf('96d779b0aa\n')).toBe(0x96d779b);
  expect(seedOf('96d779c0aa\n')).not.toBe(seedOf('96d779b0aa\n'));
});

test('what is taken in parts goes on by one part with each commit, whatever the commits are called', () => {
  const commits = ['96d779b0aa', '0a11ce90ff', 'ffffffffff', '0000000000', '13579bdf00', '2468ace011', 'abcdef0123'];
  for (const parts of [2, 3, 4, 9, 12, 27])
    expect(commits.map((commit, at) => seedOf(commit, 1_700 + at) % parts)).toEqual(
      commits.map((_, at) => (1_700 + at) % parts),
    );
  const seeds = commits.map((commit) => seedOf(commit, 1_700));
  expect(new Set(seeds).size).toBe(commits.length);
  // Some generators take no more than 31 bits.
  expect(Math.max(...seeds)).toBeLessThan(2 ** 31);
});

test('sources without a commit have a seed all the same', () => {
  expect(seedOf('')).toBeGreaterThan(0);
  expect(seedOf('fatal: not a git repository')).toBe(seedOf(''));
  expect(seedOf('', 1_700)).toBe(seedOf(''));
});

test('a seed that is given repeats a run', () => {
  vi.stubEnv('TEST_SEED', '42');
  try {
    expect(testSeed()).toBe(42);
  } finally {
    vi.unstubAllEnvs();
  }
});

test.each(['', 'today', '1.5', '-3', '1e99', 'NaN', ' 7'])('a seed that is no whole number is refused: %j', (given) => {
  vi.stubEnv('TEST_SEED', given);
  try {
    expect(() => testSeed()).toThrow('TEST_SEED');
  } finally {
    vi.unstubAllEnvs();
  }
});

describe('in a repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'));
  const from = process.cwd();
  const git = (...asked: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@demo.test', '-c', 'commit.gpgsign=false', ...asked], {
      stdio: 'ignore',
    });
  const commit = () => git('commit', '--allow-empty', '-m', 'More');

  beforeAll(() => {
    vi.stubEnv('TEST_SEED', undefined);
    process.chdir(folder);
    git('init', '-b', 'main', 'whole');
    process.chdir('whole');
  });
  afterAll(() => {
    process.chdir(from);
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('each commit goes on by one part, a merge of several too', () => {
    const seeds = [commit, commit, commit].map((make) => {
      make();
      return testSeed();
    });
    git('checkout', '-b', 'side');
    commit();
    commit();
    git('checkout', 'main');
    git('merge', '--no-ff', '-m', 'Merge', 'side');
    seeds.push(testSeed());
    expect(seeds.map((seed) => seed % 27)).toEqual([1, 2, 3, 4]);
    expect(testSeed()).toBe(seeds.at(-1));
  });

  test('a shallow clone, which does not know how many there were, goes by the name of its commit', () => {
    git('clone', '--depth', '1', `file://${process.cwd()}`, '../shallow');
    const here = process.cwd();
    const name = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
    process.chdir('../shallow');
    try {
      expect(testSeed()).toBe(seedOf(name));
    } finally {
      process.chdir(here);
    }
  });
});
