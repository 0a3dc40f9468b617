import { mostPrivateNotes, type PrivateNote } from '#contract/online-review/endpoints.ts';
import { inPageOrder, type ReviewSite } from '#contract/online-review/review-site.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

export type ReviewSend = { OnlineReviewSendId: string; PatientId: string; VisitId: string | null; FacilityId: string };

export async function insertSend(tx: Tx, send: ReviewSend, sent: { UserId: string; at: Date }): Promise<void> {
  await tx.run(
    `insert into review_sends (site, "OnlineReviewSendId", "PatientId", "VisitId", "FacilityId", "sentAt", "sentByUserId")
     values (app_site(), $1, $2, $3, $4, $5, $6)`,
    [send.OnlineReviewSendId, send.PatientId, send.VisitId, send.FacilityId, sent.at, sent.UserId],
  );
}

/** When a patient was last asked; two senders at once wait for one another. */
export async function lastSentTo(tx: Tx, PatientId: string): Promise<string | null> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('review ' || app_site() || $1, 0))`, [PatientId]);
  const found = await tx.maybe<{ at: string | null }>(
    `select max("sentAt") as at from review_sends where site = app_site() and "PatientId" = $1`,
    [PatientId],
  );
  return found?.at ?? null;
}

export function readSend(tx: Tx, OnlineReviewSendId: string): Promise<ReviewSend | undefined> {
  return tx.maybe<ReviewSend>(
    `select "OnlineReviewSendId", "PatientId", "VisitId", "FacilityId" from review_sends
     where site = app_site() and "OnlineReviewSendId" = $1`,
    [OnlineReviewSendId],
  );
}

/** The review sites of a facility, as every patient sees them; none where the clinic has named none. */
export async function sitesOf(tx: Tx, FacilityId: string): Promise<ReviewSite[]> {
  const sites = await tx.rows<ReviewSite>(
    `select ${columnsOf('reviewSites', 'r')} from review_sites r where site = app_site() and "FacilityId" = $1`,
    [FacilityId],
  );
  return inPageOrder(sites);
}

export async function phoneOf(tx: Tx, FacilityId: string): Promise<string | null> {
  const found = await tx.maybe<{ Phone: string | null }>(
    `select "Phone" from facilities where site = app_site() and "FacilityId" = $1`,
    [FacilityId],
  );
  return found?.Phone ?? null;
}

/** The note of a link; null where none was written. */
export async function noteOf(tx: Tx, OnlineReviewSendId: string): Promise<string | null> {
  const found = await tx.maybe<{ note: string }>(
    `select note from review_notes where site = app_site() and "OnlineReviewSendId" = $1`,
    [OnlineReviewSendId],
  );
  return found?.note ?? null;
}

export async function insertNote(tx: Tx, send: ReviewSend, { note, at }: { note: string; at: Date }): Promise<void> {
  await tx.run(
    `insert into review_notes (site, "OnlineReviewSendId", "PatientId", note, at) values (app_site(), $1, $2, $3, $4)`,
    [send.OnlineReviewSendId, send.PatientId, note, at],
  );
}

/** Of those whose visit the caller may see, or whose visit is gone. */
const seenSend = `(s."VisitId" is null or exists (
  select from visits v where v.site = s.site and v."VisitId" = s."VisitId"))`;

export function notesSince(tx: Tx, since: Date): Promise<PrivateNote[]> {
  return tx.rows<PrivateNote>(
    `select n."OnlineReviewSendId", n."PatientId", p."FirstName", p."LastName", p."PreferredName", p."DateOfBirth"::text as "DateOfBirth", p."Phone",
       n.note, n.at, n."readAt"
     from review_notes n
     join review_sends s on s.site = n.site and s."OnlineReviewSendId" = n."OnlineReviewSendId"
     join patients p on p.site = n.site and p."PatientId" = n."PatientId"
     where n.site = app_site() and n.at > $1 and ${seenSend}
     order by n."readAt" is not null, n.at desc, n."OnlineReviewSendId" limit ${mostPrivateNotes}`,
    [since],
  );
}

/** The first reader counts; undefined where there is no such note for the caller. */
export function noteRead(tx: Tx, OnlineReviewSendId: string, by: { UserId: string; at: Date }) {
  return tx.maybe<{ readAt: string }>(
    `update review_notes n set "readAt" = coalesce(n."readAt", $2), "readByUserId" = coalesce(n."readByUserId", $3)
     from review_sends s where s.site = n.site and s."OnlineReviewSendId" = n."OnlineReviewSendId"
       and n.site = app_site() and n."OnlineReviewSendId" = $1 and ${seenSend}
     returning n."readAt"`,
    [OnlineReviewSendId, by.at, by.UserId],
  );
}
