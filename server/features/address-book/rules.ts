import type { addressBookEndpoints, SiteRules } from '#contract/address-book/endpoints.ts';
import { mergedHistory } from '#contract/address-book/merged-history.ts';
import { appliedHistory, RulesHistory, sortedHistory, type DatedRules } from '#contract/address-book/payer-rules.ts';
import { AppliedRules, DatedAppliedRules } from '#contract/address-book/applied-rules.ts';
import { payerOn, type Payer } from '#contract/address-book/payer.ts';
import type { Base } from '#contract/base/base.ts';
import { fail } from '#contract/base/errors.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { findRow, lockRow, updateRow } from '#server/kit/db/rows.ts';
import { refuseOvertaken } from '#server/kit/merged-write.ts';
import { holdList, payersWithHistory, rulesHistoryOf, rulesVersion, siteToday, storeRulesHistory } from './store.ts';
import { assertLive } from './versions.ts';

type All = Handlers<typeof addressBookEndpoints>;
type Own = Pick<All, 'payerRules' | 'savePayerRules' | 'payerDefaultRules' | 'savePayerDefaultRules'>;

export const ruleHandlers: Own = {
  payerRules: ({ id }, { tx }) => rulesOf(tx, id),

  async savePayerRules({ id, ...typed }, { tx }) {
    await holdList(tx, 'payers');
    assertLive(await lockRow(tx, 'payers', id), 'payer');
    await storeRulesHistory(tx, id, overOthers(await rulesOf(tx, id), typed));
    await applyRules(tx, id);
    return rulesOf(tx, id);
  },

  payerDefaultRules: (_input, { tx }) => siteRules(tx),

  async savePayerDefaultRules(typed, { tx }) {
    await holdList(tx, 'payers');
    const history = overOthers(await siteRules(tx), typed);
    await storeRulesHistory(tx, null, history);
    const today = await siteToday(tx);
    for (const { payer, own } of await payersWithHistory(tx)) await storeApplied(tx, { payer, own, history, today });
    return siteRules(tx);
  },
};

type Typed = { history: DatedRules[]; version?: string | undefined; base?: Base | undefined };

/** What is stored of rules that were typed over those of `base`, or over a version, and that others may have changed since. */
function overOthers(now: SiteRules, { history: mine, version, base }: Typed): DatedRules[] {
  const refuse = () => refuseOvertaken(now, 'set of rules');
  if (!base || !('history' in base)) return version === undefined || version === now.version ? mine : refuse();
  const was = RulesHistory.safeParse(base['history']).data ?? [];
  const { history, isClash } = mergedHistory({ now: now.history, mine, was });
  return isClash ? refuse() : RulesHistory.parse(history);
}

/** Brings what devices apply up to date with the rules of a payer and of the site. */
export async function applyRules(tx: Tx, PayerId: string): Promise<void> {
  const payer = await findRow(tx, 'payers', PayerId);
  const own = await rulesHistoryOf(tx, PayerId);
  if (!payer || own.length === 0) return;
  await storeApplied(tx, { payer, own, history: await rulesHistoryOf(tx, null), today: await siteToday(tx) });
}

type Applied = { payer: Payer; own: DatedRules[]; history: DatedRules[]; today: string };

/** Writes a payer only where something changes: every device fetches what is written. */
async function storeApplied(tx: Tx, { payer, own, history, today }: Applied): Promise<void> {
  const next: DatedAppliedRules[] = appliedHistory(payer.Kind, own, history);
  const inForce = AppliedRules.parse(payerOn({ ...payer, DatedRules: next }, today));
  const isSame =
    JSON.stringify(next) === JSON.stringify(asHistory(payer)) &&
    JSON.stringify(inForce) === JSON.stringify(AppliedRules.parse(payer));
  if (!isSame) await updateRow(tx, 'payers', payer.PayerId, { ...inForce, DatedRules: next });
}

/** With the keys in the order of ours: the database sorts those of JSON. */
function asHistory(payer: Payer): DatedAppliedRules[] {
  return payer.DatedRules.map((one) => DatedAppliedRules.parse(one));
}

async function siteRules(tx: Tx) {
  const history = await rulesHistoryOf(tx, null);
  return {
    history: history.length > 0 ? history : [{ EffectiveFrom: null, rules: {} }],
    version: await rulesVersion(tx, null),
  };
}

async function rulesOf(tx: Tx, id: string) {
  const payer = await findRow(tx, 'payers', id);
  if (!payer) fail('not-found', 'This payer was not found.');
  const own = await rulesHistoryOf(tx, id);
  // Rules that were never dated are the payer's own, from the beginning.
  const first = [{ EffectiveFrom: null, rules: AppliedRules.parse(payer) }];
  return {
    history: sortedHistory(own.length > 0 ? own : first),
    ofSite: (await siteRules(tx)).history,
    Kind: payer.Kind,
    version: await rulesVersion(tx, id),
  };
}
