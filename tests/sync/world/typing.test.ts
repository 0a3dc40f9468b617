import { expect, test } from 'vitest';
import { countFrom, seedFrom } from '#server/testing/seed.ts';
import { withGround } from './ground.ts';
import { playTyping } from './typing.ts';

/** TYPED_EDITS: how many in all, in stories from TYPED_FROM on. TYPED_SEED: this one alone, with its whole trace. */
const total = countFrom('TYPED_EDITS', 300);
const from = seedFrom('TYPED_FROM');
const only = process.env['TYPED_SEED'];
const perStory = 50;

const seeds = only ? [Number(only)] : Array.from({ length: Math.ceil(total / perStory) }, (_, at) => from + at);
const ground = withGround();

test.each(seeds)('typing, seed %i: nothing of one’s own is refused, and nothing lost', async (seed) => {
  const { trace, faults, edits } = await playTyping(seed, ground(), perStory);
  if (only) console.log(trace.join('\n'));
  if (faults.length === 0) {
    // A story that ended early has shown nothing.
    if (edits < perStory) throw new Error(`Only ${edits} edits were made.`);
    return;
  }
  const again = `TYPED_SEED=${seed} vitest run --project world typing plays it again; it ends:`;
  expect.fail([...faults.slice(0, 10), '', again, ...trace.slice(-60)].join('\n'));
});
