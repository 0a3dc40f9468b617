import type { z } from 'zod';
import type { PayerContact } from '#contract/address-book/contacts.ts';
import type { DatedRules } from '#contract/address-book/payer-rules.ts';
import type { Payer } from '#contract/address-book/payer.ts';
import type { ReferringProvider } from '#contract/address-book/referring-provider.ts';
import type { Tx } from '#server/kit/context.ts';

type Stored<S extends z.ZodType> = z.input<S> & { updated_at: string };
export type ReferringRow = Stored<typeof ReferringProvider>;
export type PayerRow = Stored<typeof Payer>;

/** The tables alike: their key, and the columns that are no part of a row. */
const tables = {
  referring_providers: { key: 'ReferringProviderId', hidden: ['site', 'scope'] },
  payers: { key: 'PayerId', hidden: ['site', 'scope'] },
} as const;
type Rows = { referring_providers: ReferringRow; payers: PayerRow };
export type Table = keyof Rows;

function rowOf(table: Table): string {
  return `to_jsonb(t) ${tables[table].hidden.map((column) => `- '${column}'`).join(' ')}`;
}

/** Whoever writes into a list of the address book waits for those before: nothing is entered or merged twice. */
export async function holdList(tx: Tx, table: Table): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('address book ' || $1 || app_site()))`, [table]);
}

export async function readOne<T extends Table>(tx: Tx, table: T, id: string): Promise<Rows[T] | undefined> {
  const found = await tx.maybe<{ row: Rows[T] }>(
    `select ${rowOf(table)} as row from ${table} t where site = app_site() and "${tables[table].key}" = $1`,
    [id],
  );
  return found?.row;
}

/** The row, held until the transaction ends. */
export async function lockOne<T extends Table>(tx: Tx, table: T, id: string): Promise<Rows[T] | undefined> {
  const found = await tx.maybe<{ row: Rows[T] }>(
    `select ${rowOf(table)} as row from ${table} t where site = app_site() and "${tables[table].key}" = $1 for update`,
    [id],
  );
  return found?.row;
}

/** Every row of a list that was not merged into another. */
export async function listOf<T extends 'referring_providers' | 'payers'>(tx: Tx, table: T): Promise<Rows[T][]> {
  const rows = await tx.rows<{ row: Rows[T] }>(
    `select ${rowOf(table)} as row from ${table} t where site = app_site() and "MergedIntoId" is null
     order by "${tables[table].key}"`,
  );
  return rows.map(({ row }) => row);
}

/** False when the id is taken. */
export async function insertOne(tx: Tx, table: Table, row: object): Promise<boolean> {
  const columns = columnsOf(row);
  const written = await tx.run(
    `insert into ${table} (site, ${columns}) select app_site(), ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)
     on conflict do nothing`,
    [JSON.stringify(row)],
  );
  return written > 0;
}

/** Writes these columns; a row that does not change is a new version all the same. */
export async function updateOne(tx: Tx, table: Table, id: string, row: object): Promise<void> {
  const columns = columnsOf(row);
  await tx.run(
    `update ${table} set (${columns}) = (select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb))
     where site = app_site() and "${tables[table].key}" = $2`,
    [JSON.stringify(row), id],
  );
}

function columnsOf(row: object): string {
  return Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ');
}

export async function casesOf(tx: Tx, ReferringProviderId: string): Promise<number> {
  const found = await tx.maybe<{ cases: number }>('select cases_of_referring_provider($1) as cases', [
    ReferringProviderId,
  ]);
  return found?.cases ?? 0;
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
export async function followMerge(
  tx: Tx,
  table: 'referring_providers' | 'payers',
  gone: string,
  stays: string,
): Promise<string[]> {
  const followed = await tx.rows<{ id: string }>(
    `update ${table} set "MergedIntoId" = $2 where site = app_site() and "MergedIntoId" = $1
     returning "${tables[table].key}" as id`,
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

export type PayerUses = { policies: number; claims: number; postings: number; providers: number };

export async function usesOfPayer(tx: Tx, PayerId: string): Promise<PayerUses> {
  const found = await tx.maybe<PayerUses>('select * from uses_of_payer($1)', [PayerId]);
  if (!found) throw new Error('The uses of a payer were not counted');
  return found;
}

/** How many policies name a payer. */
export async function policiesOfPayer(tx: Tx, PayerId: string): Promise<number> {
  const found = await tx.maybe<{ policies: number }>('select policies_of_payer($1) as policies', [PayerId]);
  return found?.policies ?? 0;
}

export function payerContactsOf(tx: Tx, PayerId: string): Promise<PayerContact[]> {
  return tx.rows<PayerContact>(
    `select "PayerContactId", "Name", "Department", "Phone", "Fax", "Email" from payer_contacts
     where site = app_site() and "PayerId" = $1 order by "SortOrder", "PayerContactId"`,
    [PayerId],
  );
}

/** Makes these the contacts of a payer; false when one of the ids is another payer's. */
export async function storePayerContacts(tx: Tx, PayerId: string, contacts: readonly PayerContact[]): Promise<boolean> {
  const rows = contacts.map((contact, SortOrder) => ({ ...contact, PayerId, SortOrder }));
  await tx.run(
    `delete from payer_contacts where site = app_site() and "PayerId" = $1 and "PayerContactId" <> all ($2::uuid[])`,
    [PayerId, contacts.map((contact) => contact.PayerContactId)],
  );
  const columns = ['Name', 'Department', 'Phone', 'Fax', 'Email', 'SortOrder'];
  const names = columns.map((column) => `"${column}"`).join(', ');
  const written = await tx.run(
    `insert into payer_contacts as t (site, "PayerContactId", "PayerId", ${names})
     select app_site(), "PayerContactId", "PayerId", ${names} from jsonb_populate_recordset(null::payer_contacts, $1::jsonb)
     on conflict (site, "PayerContactId") do update set ${columns.map((c) => `"${c}" = excluded."${c}"`).join(', ')}
     where t."PayerId" = excluded."PayerId"`,
    [JSON.stringify(rows)],
  );
  return written === rows.length;
}

/** The contacts of one payer become those of another, after its own. */
export async function movePayerContacts(tx: Tx, gone: string, stays: string): Promise<void> {
  await tx.run(
    `update payer_contacts set "PayerId" = $2, "SortOrder" = "SortOrder" + 100 where site = app_site() and "PayerId" = $1`,
    [gone, stays],
  );
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
export async function payersWithHistory(tx: Tx): Promise<{ payer: PayerRow; own: DatedRules[] }[]> {
  return tx.rows(
    `select ${rowOf('payers')} as payer, own.history as own from payers t
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
