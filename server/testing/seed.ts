/** The seed of `name` in the environment, or that of the whole run (vitest.config.ts); a failing test prints it. */
export function seedFrom(name: string): number {
  const seed = figureOf(process.env[name] ?? process.env['TEST_SEED']);
  if (!Number.isSafeInteger(seed)) throw new Error(`${name} and TEST_SEED are no whole numbers.`);
  return seed;
}

/** How often a generated test runs: the figure of `name` in the environment, or its small one for every day. */
export function countFrom(name: string, everyDay: number): number {
  const given = process.env[name];
  if (given === undefined) return everyDay;
  const count = figureOf(given);
  if (!Number.isFinite(count) || count < 0) throw new Error(`${name} is no number: “${given}”.`);
  return count;
}

/** In how many parts something is taken, as `countFrom`; with none of them nothing would be. */
export function partsFrom(name: string, everyDay: number): number {
  const parts = countFrom(name, everyDay);
  if (!Number.isSafeInteger(parts) || parts < 1) throw new Error(`${name} is no whole number from 1 on: ${parts}.`);
  return parts;
}

/** Every `parts`-th of a list: another part with each turn, and with each commit. */
export function partOf<T>(all: readonly T[], parts: number, turn: number): T[] {
  const from = turn + seedFrom('TEST_SEED');
  if (from < 0) throw new Error(`TEST_SEED is below 0: ${from}.`);
  if (!Number.isSafeInteger(parts) || parts < 1) throw new Error(`Nothing can be taken in ${parts} parts.`);
  return all.filter((_, at) => (at + from) % parts === 0);
}

/** An empty word would count as 0. */
function figureOf(given: string | undefined): number {
  return given === undefined || given.trim() === '' ? Number.NaN : Number(given);
}
