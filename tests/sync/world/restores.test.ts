import { expect, test } from 'vitest';
import { countFrom, seedFrom } from '#server/testing/seed.ts';
import { withGround } from './ground.ts';
import { play } from './play.ts';

/** WORLD_RESTORES: how many in all; 50 in `npm run test:long -- restores`. */
const wanted = countFrom('WORLD_RESTORES', 2);
const from = seedFrom('WORLD_FROM');
const ground = withGround();

test(`${wanted} restores of a lost server: 0 lost, 0 ghosts`, { timeout: 3_600_000 }, async () => {
  let restores = 0;
  for (let seed = from; restores < wanted && seed < from + 10 * wanted; seed += 1) {
    const { trace, faults, restores: more } = await play(seed, ground(), true);
    restores += more;
    expect(faults, [`seed ${seed} with restores`, ...trace.slice(-60)].join('\n')).toEqual([]);
  }
  expect(restores).toBeGreaterThanOrEqual(wanted);
});
