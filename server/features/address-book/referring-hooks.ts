import { referringTwin } from '#contract/address-book/duplicates.ts';
import { referringName, type referringProvider } from '#contract/address-book/referring-provider.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { hasMerged, holdList, othersIn, usesOfReferring } from './store.ts';
import { usesWords } from './uses.ts';
import { assertUnmerged } from './versions.ts';

/** One NPI is one person; one name may be two people, if somebody has said so. */
export const referringHooks: RecordHooks<typeof referringProvider> = {
  hold: (tx) => holdList(tx, 'referringProviders'),

  async refuses(row, { ctx: { tx }, before, sent }) {
    if (before) assertUnmerged(before, 'referring provider');
    const twin = referringTwin(row, before, await othersIn(tx, 'referringProviders', row.ReferringProviderId));
    return twin && !(twin.mayDiffer && sent.isSomebodyElse) ? twin.refusals : {};
  },

  async keeps(row, { tx }) {
    const id = row.ReferringProviderId;
    assertUnmerged(row, 'referring provider');
    const { cases, scripts } = await usesOfReferring(tx, id);
    const uses = usesWords([
      [cases, 'case', 'cases'],
      [scripts, 'script', 'scripts'],
    ]);
    if (uses) return `${referringName(row)} is used by ${uses}, so they can’t be removed. Make them inactive instead.`;
    return (await hasMerged(tx, 'referringProviders', id))
      ? `Another entry was merged into ${referringName(row)}, so they cannot be removed. Make them inactive instead.`
      : null;
  },
};
