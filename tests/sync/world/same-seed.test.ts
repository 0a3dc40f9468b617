import { expect, test } from 'vitest';
import { seedFrom } from '#server/testing/seed.ts';
import { play } from './play.ts';
import { withGround } from './ground.ts';

const from = seedFrom('WORLD_FROM');
const ground = withGround();

test.each([from, from + 1, from + 2, from + 3])('seed %i tells the same story twice', async (seed) => {
  const first = await play(seed, ground());
  const second = await play(seed, ground());
  expect(second).toEqual(first);
  expect(first.trace.length).toBeGreaterThan(40);
});
