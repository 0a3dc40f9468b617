import type { FillBatch } from '#contract/scheduling/fill-batch.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';
import type { Asked } from './rows.ts';

/** SQL: a batch `b` as everybody sees it, with who was asked. */
export const batchWithOffers = `to_jsonb(b) - 'site' - 'scope' - 'nextAt' - 'RoomId' - 'PlaceOfService' - 'Beside' || jsonb_build_object('offers', coalesce((
  select jsonb_agg(to_jsonb(o) - 'site' - 'scope' - 'FillBatchId' - 'FacilityId' - 'ProviderId' order by o."askedAt", o."FillOfferId")
  from fill_offers o where o.site = b.site and o."FillBatchId" = b."FillBatchId"), '[]'))`;

/** Who waits for a time in some days, where and with whom it is asked for. */
export async function requestsFor(tx: Tx, asked: Asked): Promise<VisitRequest[]> {
  return tx.rows<VisitRequest>(
    `select ${columnsOf('visitRequests', 'r')} from visit_requests r where site = app_site() and state = 'open'
       and "Expires" >= $1::date and ($2::uuid is null or "FacilityId" = $2) and ($3::uuid is null or "PatientId" = $3)
       and (cardinality($4::uuid[]) = 0 or "ProviderId" is null or "ProviderId" = any ($4))
     order by "Priority", "AskedAt", "VisitRequestId"`,
    [asked.from, asked.FacilityId, asked.PatientId, asked.ProviderIds],
  );
}

/** Free times of some days that were offered. */
export async function batchesFor(tx: Tx, asked: Asked): Promise<FillBatch[]> {
  const found = await tx.rows<{ row: FillBatch }>(
    `select ${batchWithOffers} as row from fill_batches b where site = app_site() and "Start" >= $1 and "Start" < $2
       and ($3::uuid is null or "FacilityId" = $3) and (cardinality($4::uuid[]) = 0 or "ProviderId" = any ($4))
     order by "Start", "createdAt", "FillBatchId"`,
    [asked.from, asked.until, asked.FacilityId, asked.ProviderIds],
  );
  return found.map(({ row }) => row);
}
