import { fail } from '#contract/base/errors.ts';
import { exerciseById } from '#contract/exercises/library.ts';
import { givenSentence, isGiven } from '#contract/hep/given.ts';
import type { homeProgram } from '#contract/hep/home-program.ts';
import { itemRefusals } from '#contract/hep/item-refusals.ts';
import { assertMayWriteCare } from '#server/features/documentation/store.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';

/** Exercises of the library with doses that can be read; what the patient has stays as it is. */
export const homeProgramHooks: RecordHooks<typeof homeProgram> = {
  async refuses(row, { ctx: { tx, caller }, before }) {
    await assertMayWriteCare(tx, caller, row);
    if (before && isGiven(before)) fail('conflict', `${givenSentence} Nothing was changed.`, { current: before });
    return itemRefusals(row.Items, exerciseById);
  },

  async keeps(row, { tx, caller }) {
    await assertMayWriteCare(tx, caller, row);
    return isGiven(row) ? 'The patient already has this home program.' : null;
  },
};
