import { addDays } from '#contract/base/dates.ts';
import type { FillBatch } from '#contract/scheduling/fill-batch.ts';
import { contactDays, fillRuleFrom, type FillRule } from '#contract/scheduling/fill-rule.ts';
import type { FreeSlot, OfferFacts } from '#contract/scheduling/offers.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { dayOf } from '#contract/scheduling/wall-time.ts';
import type { BookedTime, BookedVisit } from '#contract/scheduling/booking-facts.ts';
import {
  batchWithOffers,
  customDaysIn,
  facilitiesNamed,
  holidaysIn,
  providersNamed,
} from '#server/features/scheduling/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

/** Sees every row of a site: whom a time is offered to does not depend on who cancelled it. */
export function offersOf(site: string) {
  return { site, UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
}

/** As the database has it, with what is told to nobody. */
export type BatchRow = Omit<FillBatch, 'offers'> & {
  RoomId: string | null;
  PlaceOfService: string | null;
  /** Visits the provider had at that time besides the one that was let go. */
  Beside: string[];
};

async function rowsOf<R>(tx: Tx, text: string, values: unknown[] = []): Promise<R[]> {
  return (await tx.rows<{ row: R }>(text, values)).map(({ row }) => row);
}

export async function readRule(tx: Tx): Promise<FillRule> {
  const found = await tx.maybe<{ rule: unknown }>(
    `select settings -> 'fill_rule' as rule from sites where site = app_site()`,
  );
  return fillRuleFrom(found?.rule);
}

export async function storeRule(tx: Tx, rule: FillRule): Promise<void> {
  await tx.run(
    `update sites set settings = settings || jsonb_build_object('fill_rule', $1::jsonb) where site = app_site()`,
    [JSON.stringify(rule)],
  );
}

const requestColumns = columnsOf('visitRequests', 'r');

/** Who waits on a day or later, as far as the caller sees them. */
export function waitingSince(tx: Tx, day: string): Promise<VisitRequest[]> {
  return tx.rows(
    `select ${requestColumns} from visit_requests r where site = app_site() and state = 'open' and "Expires" >= $1::date
     order by "Priority", "AskedAt", "VisitRequestId"`,
    [day],
  );
}

export function waitingAt(tx: Tx, FacilityId: string): Promise<VisitRequest[]> {
  return tx.rows(
    `select ${requestColumns} from visit_requests r where site = app_site() and state = 'open' and "FacilityId" = $1`,
    [FacilityId],
  );
}

export async function holdRequest(tx: Tx, id: string): Promise<VisitRequest | undefined> {
  return tx.maybe<VisitRequest>(
    `select ${requestColumns} from visit_requests r where site = app_site() and "VisitRequestId" = $1 for update`,
    [id],
  );
}

export async function endRequest(
  tx: Tx,
  id: string,
  { state, VisitId }: Pick<VisitRequest, 'state'> & { VisitId: string },
): Promise<void> {
  await tx.run(
    `update visit_requests set state = $2, "VisitId" = $3 where site = app_site() and "VisitRequestId" = $1`,
    [id, state, VisitId],
  );
}

export async function expireRequests(tx: Tx, now: Date): Promise<void> {
  // A day that is over everywhere: no clinic is more than twelve hours behind.
  await tx.run(
    `update visit_requests set state = 'expired'
     where site = app_site() and state = 'open' and "Expires" < ($1::timestamptz - interval '12 hours')::date`,
    [now.toISOString()],
  );
}

const batchJson = `to_jsonb(b) - 'site' - 'scope' - 'nextAt'`;

/** Batches for times of some days, as far as the caller sees them. */
export function batchesIn(tx: Tx, from: string, until: string): Promise<FillBatch[]> {
  return rowsOf(
    tx,
    `select ${batchWithOffers} as row from fill_batches b where site = app_site() and "Start" >= $1 and "Start" < $2
     order by "Start", "createdAt", "FillBatchId"`,
    [from, until],
  );
}

export async function readBatch(tx: Tx, id: string): Promise<FillBatch | undefined> {
  const [found] = await rowsOf<FillBatch>(
    tx,
    `select ${batchWithOffers} as row from fill_batches b where site = app_site() and "FillBatchId" = $1`,
    [id],
  );
  return found;
}

export async function holdBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  const [found] = await rowsOf<BatchRow>(
    tx,
    `select ${batchJson} as row from fill_batches b where site = app_site() and "FillBatchId" = $1 for update`,
    [id],
  );
  return found;
}

/** The next batch whose time has come, held; those another server holds are left to it. */
export async function takeDue(tx: Tx, now: Date): Promise<BatchRow | undefined> {
  const [found] = await rowsOf<BatchRow>(
    tx,
    `select ${batchJson} as row from fill_batches b where site = app_site() and state = 'open'
       and "nextAt" <= $1 order by "nextAt" limit 1 for update skip locked`,
    [now.toISOString()],
  );
  return found;
}

export async function lookAgain(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(`update fill_batches set "nextAt" = $2 where site = app_site() and "FillBatchId" = $1`, [
    id,
    at.toISOString(),
  ]);
}

export async function endBatch(
  tx: Tx,
  id: string,
  { state, why, VisitId = null }: { state: FillBatch['state']; why: string | null; VisitId?: string | null },
): Promise<void> {
  await tx.run(
    `update fill_batches set state = $2, why = $3, "VisitId" = $4 where site = app_site() and "FillBatchId" = $1`,
    [id, state, why, VisitId],
  );
}

export async function insertBatch(
  tx: Tx,
  batch: { FillBatchId: string; FacilityId: string; ProviderId: string; Start: string; End: string },
  now: Date,
): Promise<boolean> {
  const { FillBatchId, FacilityId, ProviderId, Start, End } = batch;
  const made = await tx.run(
    `insert into fill_batches (site, "FillBatchId", "FacilityId", "ProviderId", "Start", "End", "createdAt", "nextAt")
     values (app_site(), $1, $2, $3, $4, $5, $6, $6) on conflict do nothing`,
    [FillBatchId, FacilityId, ProviderId, Start, End, now.toISOString()],
  );
  return made === 1;
}

export type NewOffer = { FillOfferId: string; request: VisitRequest; reached: readonly string[]; now: Date };

export async function insertOffer(
  tx: Tx,
  batch: BatchRow,
  { FillOfferId, request, reached, now }: NewOffer,
): Promise<void> {
  await tx.run(
    `insert into fill_offers (site, "FillOfferId", "FillBatchId", "VisitRequestId", "PatientId", "FacilityId", "ProviderId", reached, "askedAt")
     values (app_site(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      FillOfferId,
      batch.FillBatchId,
      request.VisitRequestId,
      request.PatientId,
      batch.FacilityId,
      batch.ProviderId,
      reached,
      now.toISOString(),
    ],
  );
}

export type OfferRow = {
  FillOfferId: string;
  FillBatchId: string;
  VisitRequestId: string;
  PatientId: string;
  answer: 'accepted' | 'declined' | 'late' | null;
};

export function readOffer(tx: Tx, id: string): Promise<OfferRow | undefined> {
  return tx.maybe(
    `select "FillOfferId", "FillBatchId", "VisitRequestId", "PatientId", answer from fill_offers
     where site = app_site() and "FillOfferId" = $1`,
    [id],
  );
}

export async function noteAnswer(tx: Tx, id: string, said: OfferRow['answer']): Promise<void> {
  await tx.run(
    `update fill_offers set answer = $2, "answeredAt" = clock_timestamp() where site = app_site() and "FillOfferId" = $1`,
    [id, said],
  );
}

/** How many offers each of these patients got within the days that count. */
export async function contactsOf(tx: Tx, PatientIds: readonly string[], now: Date): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; count: number }>(
    `select "PatientId" as id, count(*)::int as count from fill_offers
     where site = app_site() and "PatientId" = any ($1::uuid[]) and cardinality(reached) > 0
       and "askedAt" > $2::timestamptz - make_interval(days => ${contactDays}) group by 1`,
    [PatientIds, now.toISOString()],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** All that decides who may have a time. */
export async function offerFacts(tx: Tx, slot: FreeSlot, requests: readonly VisitRequest[]): Promise<OfferFacts> {
  const day = dayOf(slot.Start);
  const around = [addDays(day, -1), addDays(dayOf(slot.End), 1)];
  const cases = unique(requests.map(({ CaseId }) => CaseId));
  const patients = unique(requests.map(({ PatientId }) => PatientId));
  const rooms = slot.RoomId === null ? [] : [slot.RoomId];
  const near = await tx.rows<BookedVisit>(`select * from booked_beside($1, $2, $3, $4, $5)`, [
    [slot.ProviderId],
    patients,
    rooms,
    ...around,
  ]);
  const ofCases = await tx.rows<BookedVisit>(
    `select ${columnsOf('visits', 'v')} from visits v where site = app_site()
       and ("CaseId" = any ($1::uuid[]) or ("PatientId" = any ($2::uuid[]) and "Start" >= $3))`,
    [cases, patients, day],
  );
  const visits = [...new Map([...ofCases, ...near].map((visit) => [visit.VisitId, visit])).values()];
  const nonPatientVisits = await tx.rows<BookedTime>(`select * from meetings_beside($1, $2, $3)`, [
    [slot.ProviderId],
    ...around,
  ]);
  const of = (table: 'cases' | 'authorizations' | 'scripts') =>
    tx.rows<never>(
      `select ${columnsOf(table, 't')} from ${table} t where site = app_site() and "CaseId" = any ($1::uuid[])`,
      [cases],
    );
  const here = [...visits, ...nonPatientVisits, slot];
  const days = { from: day, until: around[1] ?? day };
  return {
    visits,
    nonPatientVisits,
    providers: await providersNamed(tx, unique(here.map(({ ProviderId }) => ProviderId))),
    facilities: await facilitiesNamed(tx, unique(here.map(({ FacilityId }) => FacilityId))),
    customDays: await customDaysIn(tx, [slot.ProviderId], days),
    holidays: await holidaysIn(tx, days),
    cases: await of('cases'),
    authorizations: await of('authorizations'),
    scripts: await of('scripts'),
    known: null,
  };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
