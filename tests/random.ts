import { chanceFrom } from '#server/demo/random.ts';

/** Draws that are the same for the same seed. */
export type Random = {
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in this share of the draws, from 0 to 1. */
  chance(share: number): boolean;
};

export function seeded(seed: number): Random {
  const { next, below, pick } = chanceFrom(seed);
  return { pick, between: (least, most) => least + below(most - least + 1), chance: (share) => next() < share };
}
