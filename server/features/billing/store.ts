import type { ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { differsFromClaim, type BilledService } from '#contract/billing/amended-claim.ts';
import type { Claim } from '#contract/billing/claim.ts';
import type { LedgerEntry } from '#contract/billing/ledger.ts';
import { showDate, wallTimeIn } from '#contract/base/dates.ts';
import { closedDayRefusal, isClosed } from '#contract/billing/closed-period.ts';
import { fail } from '#contract/base/errors.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Organization } from '#contract/facilities/organization.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';
import { controlKinds, controlNumbersFrom, type ControlKind, type ControlNumbers } from './control-numbers.ts';

/** Counts up the site's control numbers. Other claims of the site wait here until this one is committed, so none is used twice and none is lost. */
export async function nextControlNumbers(tx: Tx): Promise<ControlNumbers> {
  await tx.run(
    `insert into control_numbers (site, kind) select app_site(), kind from unnest($1::text[]) as kind where app_site() is not null
     on conflict do nothing`,
    [controlKinds],
  );
  // One row is the gate: taking several rows in one statement could deadlock.
  await tx.maybe(`select from control_numbers where site = app_site() and kind = 'interchange' for update`);
  const rows = await tx.rows<{ kind: ControlKind; last: number }>(
    `update control_numbers set last = last + 1 where site = app_site() and kind = any ($1) returning kind, last`,
    [controlKinds],
  );
  const last = Object.fromEntries(rows.map((row) => [row.kind, row.last]));
  return controlNumbersFrom({ interchange: 0, group: 0, transaction: 0, claim: 0, ...last });
}

export async function billingParties(
  tx: Tx,
  of: { FacilityId: string; ReferringProviderId: string | null },
): Promise<{ organization: Organization; facility: Facility; referring: ReferringProvider | null }> {
  const found = await tx.maybe<{ organization: Organization; facility: Facility; referring: ReferringProvider | null }>(
    `select to_jsonb(o) - 'site' as organization, to_jsonb(f) - 'site' - 'scope' as facility, to_jsonb(r) - 'site' - 'scope' as referring
     from facilities f
     join organizations o on o.site = f.site and o."OrganizationId" = f."OrganizationId"
     left join referring_providers r on r.site = f.site and r."ReferringProviderId" = $2
     where f.site = app_site() and f."FacilityId" = $1`,
    [of.FacilityId, of.ReferringProviderId],
  );
  if (!found) throw new Error('The facility of a visit is gone');
  return found;
}

/** Price of one unit by code, as it holds on a day of service. */
export async function feesOn(tx: Tx, day: string): Promise<Map<string, number>> {
  const rows = await tx.rows<{ code: string; amount: number }>(
    `select "CPT_Code" as code, amount from fee_schedule
     where site = app_site() and "EffectiveFrom" <= $1 and ("EffectiveTo" is null or $1 <= "EffectiveTo")`,
    [day],
  );
  return new Map(rows.map((row) => [row.code, row.amount]));
}

const claimColumns = columnsOf('claims', 'c');

/** Claims of a visit that still count, oldest first. */
export async function liveClaimsOf(tx: Tx, visitId: string): Promise<Claim[]> {
  return tx.rows<Claim>(
    `select ${claimColumns} from claims c where site = app_site() and "VisitId" = $1 and status <> 'void' order by "submittedAt"`,
    [visitId],
  );
}

/**
 * Marks the claims of a visit that an addendum, signed since, asks to correct: the services are no longer what was
 * billed. Where they are that again the mark goes.
 */
export async function markAmendedClaims(tx: Tx, visitId: string, services: readonly BilledService[]): Promise<void> {
  const claims = await tx.rows<{
    ClaimId: string;
    billed: BilledService[] | null;
    marked: string | null;
    SubstitutesG0283: boolean;
  }>(
    `select c."ClaimId", f."Billed" as billed, c."AmendedByNoteId" as marked,
       coalesce(p."SubstitutesG0283", false) as "SubstitutesG0283" from claims c
     left join payers p on p.site = c.site and p."PayerId" = c."PayerId"
     join claim_files f on f.site = c.site and f."ClaimId" = c."ClaimId"
     where c.site = app_site() and c."VisitId" = $1 and c.status <> 'void'`,
    [visitId],
  );
  for (const { ClaimId, billed, marked, SubstitutesG0283 } of claims) {
    const isOther = differsFromClaim(billed, services, { SubstitutesG0283 });
    if (isOther === null || (!isOther && marked === null)) continue;
    await tx.run(
      `update claims c set "AmendedByNoteId" = case when $2 then (
         select n."NoteId" from visit_notes n
         where n.site = c.site and n."VisitId" = c."VisitId" and n."NoteType" = 'addendum' and n."signedAt" > c."submittedAt"
         order by n."signedAt" desc limit 1) end
       where c.site = app_site() and c."ClaimId" = $1`,
      [ClaimId, isOther],
    );
  }
}

/** Claims an addendum changed and none replaced, by day, after that of `after`. */
export async function amendedClaims(tx: Tx, after: string | null, most: number): Promise<Claim[]> {
  return tx.rows<Claim>(
    `select ${claimColumns} from claims c
     where site = app_site() and "AmendedByNoteId" is not null and status <> 'void' and ($1::uuid is null
       or ("ServiceDate", "ClaimId") > (select b."ServiceDate", b."ClaimId" from claims b
         where b.site = app_site() and b."ClaimId" = $1))
     order by "ServiceDate", "ClaimId" limit $2`,
    [after, most],
  );
}

export async function voidClaim(tx: Tx, id: string): Promise<void> {
  await tx.run(`update claims set status = 'void' where site = app_site() and "ClaimId" = $1`, [id]);
}

export async function insertClaim(
  tx: Tx,
  claim: Omit<Claim, 'submittedAt' | 'updated_at'>,
  file: { content: string; sha256: string; billed: readonly BilledService[] },
): Promise<Claim> {
  const columns = Object.keys(claim)
    .map((column) => `"${column}"`)
    .join(', ');
  const found = await tx.maybe<Claim>(
    `insert into claims as c (site, ${columns}) select app_site(), ${columns} from jsonb_populate_record(null::claims, $1::jsonb)
     returning ${claimColumns}`,
    [JSON.stringify(claim)],
  );
  if (!found) throw new Error('A claim was not written');
  await tx.run(
    'insert into claim_files (site, "ClaimId", content, sha256, "Billed") values (app_site(), $1, $2, $3, $4)',
    [claim.ClaimId, file.content, file.sha256, JSON.stringify(file.billed)],
  );
  return found;
}

export async function claimFile(
  tx: Tx,
  id: string,
): Promise<{ filename: string; content: string; PatientId: string; VisitId: string } | undefined> {
  return tx.maybe(
    `select c.filename, f.content, c."PatientId", c."VisitId" from claims c join claim_files f on f.site = c.site and f."ClaimId" = c."ClaimId"
     where c.site = app_site() and c."ClaimId" = $1`,
    [id],
  );
}

type BillingSite = { TimeZone: string; closed: string | null };

/** The clinic's zone and the end of its closed period. Closing waits until this transaction has ended. */
async function billingSite(tx: Tx): Promise<BillingSite> {
  const site = await tx.maybe<BillingSite>(
    `select "TimeZone", "closedBillingPeriodEnd"::text as closed from sites where site = app_site() for share`,
  );
  if (!site) throw new Error('The site of a signed-in user is gone');
  return site;
}

/** Today at the clinic, as the ledger counts it; a closed period takes no postings. */
export async function openPostingDay(tx: Tx, now: Date): Promise<string> {
  const { TimeZone, closed } = await billingSite(tx);
  const today = wallTimeIn(TimeZone, now).slice(0, 10);
  if (isClosed(today, closed)) {
    fail(
      'user-visible',
      `Billing is closed through ${showDate(closed)}, so nothing can be posted today. Nothing was changed.`,
    );
  }
  return today;
}

/** Refuses what would change the charges of a visit whose day lies in a closed period. */
export async function assertOpenPeriod(tx: Tx, visit: Visit): Promise<void> {
  const { closed } = await billingSite(tx);
  const refusal = closedDayRefusal(visit.Start.slice(0, 10), closed);
  if (refusal) fail('user-visible', refusal, { current: visit });
}

export type Posting = Pick<LedgerEntry, 'account' | 'amount'>;
export type LedgerTransaction = Pick<
  LedgerEntry,
  'TransactionId' | 'VisitId' | 'PatientId' | 'ClaimId' | 'PayerId' | 'PostedOn' | 'source' | 'memo'
>;

/** Posts one balanced transaction; nothing comes back, because not everyone who may post may read the ledger. */
export async function post(tx: Tx, transaction: LedgerTransaction, postings: Posting[]): Promise<void> {
  const rows = postings.map((posting) => ({ ...transaction, ...posting }));
  await tx.run(
    `insert into ledger_entries (site, "TransactionId", "VisitId", "PatientId", "ClaimId", "PayerId", account, amount, "PostedOn", source, memo)
     select app_site(), "TransactionId", "VisitId", "PatientId", "ClaimId", "PayerId", account, amount, "PostedOn", source, memo
     from jsonb_populate_recordset(null::ledger_entries, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** What the patient was charged for a visit under a memo, in cents; also told to who may not read the ledger. */
export async function chargedAs(tx: Tx, visitId: string, memo: string): Promise<number> {
  const found = await tx.maybe<{ cents: number }>('select charged_as($1, $2)::int as cents', [visitId, memo]);
  return found?.cents ?? 0;
}

/** Ledger entries of visits, oldest first. */
export async function ledgerOf(tx: Tx, visitIds: string[]): Promise<LedgerEntry[]> {
  return tx.rows<LedgerEntry>(
    `select ${columnsOf('ledger', 'l')} from ledger_entries l
     where site = app_site() and "VisitId" = any ($1::uuid[]) order by "PostedOn", "createdAt", "LedgerEntryId"`,
    [visitIds],
  );
}

/** Writes the price of each billed service onto it, or takes it off. */
export async function priceServices(tx: Tx, prices: { ServiceId: string; charge: number | null }[]): Promise<void> {
  await tx.run(
    `update services s set charge = n.charge from jsonb_populate_recordset(null::services, $1::jsonb) n
     where s.site = app_site() and s."ServiceId" = n."ServiceId"`,
    [JSON.stringify(prices)],
  );
}
