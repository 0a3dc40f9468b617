/**
 * Every `parts`-th of a list, from the one that the seed says: as many seeds see all of it. A list of fewer is taken
 * whole, because most seeds would take none of it.
 */
export function partOf<T>(all: readonly T[], parts: number, seed: number): T[] {
  assertWhole(parts, seed);
  if (all.length < parts) return [...all];
  return all.filter((_, at) => (at + seed) % parts === 0);
}

/**
 * Which of `ways`, counted from 0, is tried with what has this name: others with the same seed try other ones. It changes
 * once all `parts` had their turn: a name that is taken with every third seed would else be tried in one way for ever.
 */
export function wayOf(name: string, ways: number, seed: number, parts: number): number {
  assertWhole(parts, seed);
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return (sum + Math.floor(seed / parts)) % ways;
}

/** Of anything else nothing at all would be taken, and whatever asks would be green. */
function assertWhole(parts: number, seed: number): void {
  if (!Number.isSafeInteger(parts) || parts < 1) throw new Error(`Parts are a whole number from 1 on, not ${parts}.`);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`A seed is a whole number from 0 on, not ${seed}.`);
}
