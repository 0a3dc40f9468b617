import { payerTwin } from '#contract/address-book/duplicates.ts';
import type { payer } from '#contract/address-book/payer.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { isKnown } from '../clinic-lists/store.ts';
import { payerUsesWords } from './payers.ts';
import { applyRules } from './rules.ts';
import { hasMerged, holdList, othersIn, rulesHistoryOf, storeRulesHistory } from './store.ts';
import { assertUnmerged } from './versions.ts';

/** No payer is entered twice; its rules are those of the site until it gets its own. */
export const payerHooks: RecordHooks<typeof payer> = {
  hold: (tx) => holdList(tx, 'payers'),

  async refuses(row, { ctx: { tx }, before }) {
    if (before) assertUnmerged(before, 'payer');
    const type = row.PayerReportingTypeId;
    return {
      ...payerTwin(row, before, await othersIn(tx, 'payers', row.PayerId))?.refusals,
      ...(type !== null &&
        !(await isKnown(tx, 'payerReportingTypes', type)) && {
          PayerReportingTypeId: 'This reporting type is not in the list of this site.',
        }),
    };
  },

  async keeps(row, { tx }) {
    const { Name, PayerId } = row;
    assertUnmerged(row, 'payer');
    const uses = await payerUsesWords(tx, PayerId);
    if (uses) return `${Name} is used by ${uses}, so it can’t be removed. Make it inactive instead.`;
    const hasRules = (await rulesHistoryOf(tx, PayerId)).some(({ rules }) => Object.keys(rules).length > 0);
    if (hasRules) return `${Name} has rules of its own, so it cannot be removed. Make it inactive instead.`;
    return (await hasMerged(tx, 'payers', PayerId))
      ? `Another payer was merged into ${Name}, so it cannot be removed. Make it inactive instead.`
      : null;
  },

  async after({ PayerId }, { ctx: { tx }, before }) {
    if (!before) await storeRulesHistory(tx, PayerId, [{ EffectiveFrom: null, rules: {} }]);
    // What is usual depends on the kind of payer.
    await applyRules(tx, PayerId);
  },
};
