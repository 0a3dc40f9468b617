import { partsFrom } from '#server/testing/seed.ts';
import { testSeed } from '../../scripts/commit-seed.ts';
import { partOf, wayOf } from '../../scripts/sample.ts';

/** Walks over screens are taken in parts, one for each commit; with 1 each is taken whole (`npm run test:long`). */
const parts = partsFrom('WALK_PARTS', 3);
const seed = testSeed();

/** What of a walk is taken this time. */
export const someOf = <T>(all: readonly T[]): T[] => partOf(all, parts, seed);

/** One of the ways to look at what has this name, another one with other commits; all where walks are taken whole. */
export function oneWay<T>(name: string, ways: readonly T[]): readonly T[] {
  if (parts === 1) return ways;
  const at = wayOf(name, ways.length, seed, parts);
  return ways.slice(at, at + 1);
}
