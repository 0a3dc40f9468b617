import { expect, test } from 'vitest';
import { play } from './play.ts';
import { withGround } from './ground.ts';

const ground = withGround();

// In these no two requests wait for the same change to be committed: which of them the database lets go first is open.
test.each([1, 2, 3, 4])('seed %i tells the same story twice', async (seed) => {
  const first = await play(seed, ground());
  const second = await play(seed, ground());
  expect(second).toEqual(first);
  expect(first.trace.length).toBeGreaterThan(40);
});
