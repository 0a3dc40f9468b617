/** A small repeatable generator: the same seed gives the same clinic everywhere. */
export type Chance = {
  /** 0 ≤ n < 1 */
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
};

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('Nothing to pick from');
      return found;
    },
  };
}
