import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFrom, seedFrom } from '#server/testing/seed.ts';
import { faults, type Fault } from './faults.ts';
import { commands } from './commands.ts';
import { play } from './play.ts';

/** `npm run test:long -- model` for a night; a failure prints its seed for `MODEL_SEED`. */
const numRuns = countFrom('MODEL_RUNS', 2_000);
const seed = seedFrom('MODEL_SEED');
/** Far more than any of them needed; the same runs every time. */
const runsPerFault = 200_000;

test(`${numRuns} runs of the protocol lose nothing, double nothing and end the same everywhere`, () => {
  fc.assert(
    fc.property(commands, (list) => {
      expect(play(list, null)).toBeNull();
    }),
    { numRuns, seed },
  );
});

test.each(Object.entries(faults))('a planted fault is found: %s (%s)', (fault) => {
  const found = fc.check(
    fc.property(commands, (list) => play(list, fault as Fault) === null),
    { numRuns: runsPerFault, seed: 20261128, endOnFailure: true },
  );
  expect(found.failed, `${fault} was not noticed in ${runsPerFault} runs`).toBe(true);
});
