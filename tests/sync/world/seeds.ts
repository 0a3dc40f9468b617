import { expect, test } from 'vitest';
import { countFrom, seedFrom } from '#server/testing/seed.ts';
import { withGround } from './ground.ts';
import { play } from './play.ts';

/** WORLD_SEEDS: how many in all, from WORLD_FROM on. WORLD_SEED: this one alone, with its whole trace. */
const total = countFrom('WORLD_SEEDS', 24);
const from = seedFrom('WORLD_FROM');
const only = process.env['WORLD_SEED'];

/** One part of the seeds, so that each core has its own. */
export function playSeeds(part: number, parts: number): void {
  const all = Array.from({ length: total }, (_, at) => from + at);
  const seeds = only ? [Number(only)] : all.filter((seed) => seed % parts === part);
  const ground = withGround();
  test.each(seeds)('seed %i: nothing is lost, doubled or different', async (seed) => {
    const { trace, faults } = await play(seed, ground());
    if (only && part === 0) console.log(trace.join('\n'));
    if (faults.length === 0) return;
    const again = `WORLD_SEED=${seed} vitest run --project world plays it again; it ends:`;
    expect.fail([...faults.slice(0, 10), '', again, ...trace.slice(-60)].join('\n'));
  });
}
