import { execFileSync } from 'node:child_process';

/** For sources without a commit, such as an unpacked archive. */
const withoutCommit = 20_261_122;

/** A whole number that is the same for the same commit. */
export function seedOf(commit: string): number {
  return /^[0-9a-f]{7}/.test(commit) ? Number.parseInt(commit.slice(0, 7), 16) : withoutCommit;
}

/**
 * What generated tests draw from: TEST_SEED, or the commit. Each commit looks somewhere else, and the same commit ends
 * the same every time.
 */
export function testSeed(): number {
  const given = process.env['TEST_SEED'];
  return given === undefined ? seedOf(currentCommit()) : Number(given);
}

function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
