import { execFileSync } from 'node:child_process';

/** For sources without a commit, such as an unpacked archive. */
const withoutCommit = 20_261_122;

/** What all numbers of parts and of ways divide, and their products: 2 to 6, 8 to 10, 12, 27. */
const round = 1_080;

/**
 * A whole number below 2^31 that is the same for the same commit. With the `count` of commits up to it, the seed goes on
 * by one with each commit where it is divided by a number of parts: as many commits as there are parts see all of them.
 */
export function seedOf(commit: string, count?: number): number {
  if (!/^[0-9a-f]{7}/.test(commit)) return withoutCommit;
  if (count === undefined) return Number.parseInt(commit.slice(0, 7), 16);
  return Number.parseInt(commit.slice(0, 5), 16) * round + count;
}

/**
 * What generated tests draw from: TEST_SEED, or the commit. Each commit looks somewhere else, and the same commit ends
 * the same every time.
 */
export function testSeed(): number {
  const given = process.env['TEST_SEED'];
  if (given !== undefined) return wholeNumber(given);
  const [commit = '', isShallow] = git('rev-parse', 'HEAD', '--is-shallow-repository').split('\n');
  // A shallow clone has as many commits as were fetched, every time.
  return seedOf(commit, isShallow === 'false' ? commitCount() : undefined);
}

function wholeNumber(given: string): number {
  const seed = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (!Number.isSafeInteger(seed)) throw new Error(`TEST_SEED is no whole number: “${given}”.`);
  return seed;
}

/** Along first parents: others come with a merge, many at a time. */
function commitCount(): number | undefined {
  const count = git('rev-list', '--count', '--first-parent', 'HEAD').trim();
  return /^\d+$/.test(count) ? Number(count) : undefined;
}

function git(...asked: string[]): string {
  try {
    return execFileSync('git', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
