import { wallTimeIn } from '#contract/base/dates.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { VisitBooking } from '#contract/visits/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

const visitColumns = columnsOf('visits', 'v');

/** Whose case it is and where, as far as the caller sees it. */
export function readCaseOf(
  tx: Tx,
  id: string,
): Promise<{ CaseId: string; PatientId: string; FacilityId: string; Discipline: string } | undefined> {
  return tx.maybe(
    `select "CaseId", "PatientId", "FacilityId", "Discipline" from cases where site = app_site() and "CaseId" = $1`,
    [id],
  );
}

/** What time it is at a facility, as its bookings are told. */
export async function wallTimeAt(tx: Tx, FacilityId: string, now: Date): Promise<string> {
  const found = await tx.maybe<{ TimeZone: string }>(
    `select "TimeZone" from facilities where site = app_site() and "FacilityId" = $1`,
    [FacilityId],
  );
  return wallTimeIn(found?.TimeZone ?? 'UTC', now);
}

/** How many of these tags are not in use at the site. */
export async function unknownTags(tx: Tx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const found = await tx.maybe<{ count: number }>(
    `select count(*)::int as count from unnest($1::uuid[]) id
     where not exists (select from visit_tags where site = app_site() and "TagId" = id)`,
    [ids],
  );
  return found?.count ?? 0;
}

/** Books visits; one whose id is taken is left out. */
export function insertVisits(
  tx: Tx,
  of: { PatientId: string; SeriesId: string | null },
  bookings: readonly VisitBooking[],
): Promise<Visit[]> {
  const rows = bookings.map((booking) => ({ ...booking, ...of }));
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ');
  return tx.rows<Visit>(
    `insert into visits as v (site, ${columns}) select app_site(), ${columns}
     from jsonb_populate_recordset(null::visits, $1::jsonb) on conflict do nothing returning ${visitColumns}`,
    [JSON.stringify(rows)],
  );
}

/** The visits of a series that the caller sees, held in one order against other writers. */
export function lockSeries(tx: Tx, SeriesId: string): Promise<Visit[]> {
  return tx.rows<Visit>(
    `select ${visitColumns} from visits v where site = app_site() and "SeriesId" = $1 order by "VisitId" for update`,
    [SeriesId],
  );
}

/** The visits of a case that the caller sees and that have not begun, held against other writers. */
export function lockWaitingOfCase(tx: Tx, CaseId: string): Promise<Visit[]> {
  return tx.rows<Visit>(
    `select ${visitColumns} from visits v where site = app_site() and "CaseId" = $1
       and stage in ('scheduled', 'confirmed') order by "VisitId" for update`,
    [CaseId],
  );
}

type Schedule = Omit<VisitBooking, 'CaseId'>;

/** What of a visit its booking tells. */
export function scheduleOf(visit: Visit): Omit<VisitBooking, 'CaseId'> {
  const { VisitId, FacilityId, ProviderId, VisitTypeName, Start, End, PlaceOfService, SchedulingNote, TagIds, RoomId } =
    visit;
  return { VisitId, FacilityId, ProviderId, VisitTypeName, Start, End, PlaceOfService, SchedulingNote, TagIds, RoomId };
}

export async function setSchedule(tx: Tx, { VisitId, ...schedule }: Schedule): Promise<Visit> {
  const columns = Object.keys(schedule)
    .map((column) => `"${column}"`)
    .join(', ');
  const [moved] = await tx.rows<Visit>(
    `update visits v set "PatientAsk" = null, (${columns}) = (
       select ${columns} from jsonb_populate_record(null::visits, $1::jsonb))
     where site = app_site() and "VisitId" = $2 returning ${visitColumns}`,
    [JSON.stringify(schedule), VisitId],
  );
  if (!moved) throw new Error('A locked visit is gone');
  return moved;
}

/** Those of these visits that have a note with text in it, a charge or a claim. */
export async function withRecords(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.rows<{ id: string }>(
    `select id::text as id from unnest($1::uuid[]) id where
       exists (select from visit_notes where site = app_site() and "VisitId" = id)
       or exists (select from visit_exercises where site = app_site() and "VisitId" = id)
       or exists (select from services where site = app_site() and "VisitId" = id)
       or exists (select from claims where site = app_site() and "VisitId" = id)`,
    [ids],
  );
  return new Set(found.map(({ id }) => id));
}

/** Those of these visits that the ledger knows, also where what was charged is taken back: a posting is never deleted. */
export async function withPostings(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.rows<{ VisitId: string }>(`select "VisitId" from posted_visits($1)`, [ids]);
  return new Set(found.map(({ VisitId }) => VisitId));
}

export async function removeVisit(tx: Tx, id: string): Promise<void> {
  await tx.rows(`select remove_visit($1)`, [id]);
}
