/** The seed of `name` in the environment, or that of the whole run (vitest.config.ts); a failing test prints it. */
export function seedFrom(name: string): number {
  const seed = Number(process.env[name] ?? process.env['TEST_SEED']);
  if (!Number.isSafeInteger(seed)) throw new Error(`${name} and TEST_SEED are no whole numbers.`);
  return seed;
}

/** How often a generated test runs: the figure of `name` in the environment, or its small one for every day. */
export function countFrom(name: string, everyDay: number): number {
  return Number(process.env[name] ?? everyDay);
}

/** Every `parts`-th of a list: another part with each turn, and with each commit. */
export function partOf<T>(all: readonly T[], parts: number, turn: number): T[] {
  const from = turn + seedFrom('TEST_SEED');
  return all.filter((_, at) => (at + from) % parts === 0);
}
