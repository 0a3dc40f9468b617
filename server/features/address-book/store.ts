import type { DatedRules } from '#contract/address-book/payer-rules.ts';
import { entities, type RowOf } from '#contract/entities.ts';
import type { Tx } from '#server/kit/context.ts';
import { allRows } from '#server/kit/db/rows.ts';
import { tables } from '#server/kit/db/tables.ts';

/** The lists in which two entries may turn out to be one. */
export type MergedList = 'referringProviders' | 'payers';

/** Whoever writes into a list of the address book waits for those before: nothing is entered or merged twice. */
export async function holdList(tx: Tx, list: MergedList): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('address book ' || $1 || app_site()))`, [list]);
}

/** Every row of a list but one, without those that were merged into another. */
export async function othersIn<E extends MergedList>(tx: Tx, list: E, id: string): Promise<RowOf<E>[]> {
  const key = entities[list].key as keyof RowOf<E>;
  const rows = await allRows(tx, list);
  return rows.filter((row) => !row.MergedIntoId && String(row[key]) !== id.toLowerCase());
}

export type ReferringUses = { cases: number; scripts: number };

export function usesOfReferring(tx: Tx, ReferringProviderId: string): Promise<ReferringUses> {
  return usesIn(tx, 'select * from uses_of_referring_provider($1)', ReferringProviderId);
}

export type PayerUses = { policies: number; claims: number; postings: number; providers: number };

export function usesOfPayer(tx: Tx, PayerId: string): Promise<PayerUses> {
  return usesIn(tx, 'select * from uses_of_payer($1)', PayerId);
}

/** How many policies name a payer. */
export async function policiesOfPayer(tx: Tx, PayerId: string): Promise<number> {
  return (await usesIn<{ policies: number }>(tx, 'select policies_of_payer($1) as policies', PayerId)).policies;
}

async function usesIn<U>(tx: Tx, text: string, id: string): Promise<U> {
  const found = await tx.maybe<U>(text, [id]);
  if (!found) throw new Error('The uses of an entry were not counted');
  return found;
}

/** Whether another entry was merged into this one, which takes its place. */
export async function hasMerged(tx: Tx, list: MergedList, id: string): Promise<boolean> {
  const found = await tx.maybe(`select from ${tables[list]} where site = app_site() and "MergedIntoId" = $1`, [id]);
  return found !== undefined;
}

/** Cases of one referring provider name another from now on; which they were. */
export async function moveCases(tx: Tx, gone: string, stays: string): Promise<string[]> {
  const moved = await tx.rows<{ CaseId: string }>(
    `select moved as "CaseId" from move_referred_cases($1, $2) moved order by moved`,
    [gone, stays],
  );
  return moved.map(({ CaseId }) => CaseId);
}

/** Those of these cases that still name who stayed name who was merged away, as before. */
export async function putBackCases(tx: Tx, stays: string, gone: string, CaseIds: readonly string[]): Promise<string[]> {
  const back = await tx.rows<{ CaseId: string }>(
    `select back as "CaseId" from put_back_referred_cases($1, $2, $3) back order by back`,
    [stays, gone, CaseIds],
  );
  return back.map(({ CaseId }) => CaseId);
}

/** Those merged into one that is itself merged now follow it; who they are. */
export async function followMerge(tx: Tx, list: MergedList, gone: string, stays: string): Promise<string[]> {
  const followed = await tx.rows<{ id: string }>(
    `update ${tables[list]} set "MergedIntoId" = $2 where site = app_site() and "MergedIntoId" = $1
     returning "${entities[list].key}" as id`,
    [gone, stays],
  );
  return followed.map(({ id }) => id);
}

/** Those of these that follow one go back to another. */
export async function followBack(tx: Tx, stays: string, gone: string, ids: readonly string[]): Promise<void> {
  await tx.run(
    `update referring_providers set "MergedIntoId" = $2
     where site = app_site() and "MergedIntoId" = $1 and "ReferringProviderId" = any ($3)`,
    [stays, gone, ids],
  );
}

/** What the audit log kept of the last merge of a referring provider. */
export async function lastMerge(tx: Tx, site: string, id: string): Promise<Record<string, string> | undefined> {
  const found = await tx.maybe<{ detail: Record<string, string> }>(
    `select detail from audit_entry where site = $1 and action = 'merge' and entity = 'referringProviders' and pk = $2
     order by id desc limit 1`,
    [site, id],
  );
  return found?.detail;
}

/** The rules set for a payer, or with null those of the site; oldest first. */
export function rulesHistoryOf(tx: Tx, PayerId: string | null): Promise<DatedRules[]> {
  return tx.rows<DatedRules>(
    `select "EffectiveFrom", rules from payer_rules
     where site = app_site() and "PayerId" is not distinct from $1::uuid order by "EffectiveFrom" nulls first`,
    [PayerId],
  );
}

/** A text that changes whenever these rules do. */
export async function rulesVersion(tx: Tx, PayerId: string | null): Promise<string> {
  const found = await tx.maybe<{ version: string }>(
    `select coalesce(md5(string_agg(concat_ws(' ', "EffectiveFrom", rules), '|' order by "EffectiveFrom" nulls first)), 'none')
       as version
     from payer_rules where site = app_site() and "PayerId" is not distinct from $1::uuid`,
    [PayerId],
  );
  return found?.version ?? 'none';
}

/** Makes this the history of a payer, or with null of the site; days that stay as they were are not written. */
export async function storeRulesHistory(tx: Tx, PayerId: string | null, history: readonly DatedRules[]): Promise<void> {
  const json = JSON.stringify(history.map((one) => ({ ...one, PayerId })));
  const next = `jsonb_populate_recordset(null::payer_rules, $1::jsonb) n`;
  await tx.run(
    `delete from payer_rules r where site = app_site() and "PayerId" is not distinct from $2::uuid
       and not exists (select from ${next} where n."EffectiveFrom" is not distinct from r."EffectiveFrom")`,
    [json, PayerId],
  );
  await tx.run(
    `insert into payer_rules as r (site, "PayerId", "EffectiveFrom", rules)
     select app_site(), "PayerId", "EffectiveFrom", rules from ${next}
     on conflict (site, "PayerId", "EffectiveFrom") do update set rules = excluded.rules where r.rules <> excluded.rules`,
    [json],
  );
}

/** Payers in use that have rules of their own or the site's, with what is set for them. */
export async function payersWithHistory(tx: Tx): Promise<{ payer: RowOf<'payers'>; own: DatedRules[] }[]> {
  return tx.rows(
    `select to_jsonb(t) - 'site' - 'scope' as payer, own.history as own from payers t
     cross join lateral (
       select jsonb_agg(jsonb_build_object('EffectiveFrom', "EffectiveFrom", 'rules', rules)) as history
       from payer_rules r where r.site = t.site and r."PayerId" = t."PayerId") own
     where t.site = app_site() and own.history is not null order by t."PayerId" for update of t`,
  );
}

/** The clinic's day. */
export async function siteToday(tx: Tx): Promise<string> {
  const found = await tx.maybe<{ today: string }>(
    `select (now() at time zone "TimeZone")::date as today from sites where site = app_site()`,
  );
  if (!found) throw new Error('The site has no row');
  return found.today;
}
