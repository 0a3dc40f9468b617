import type { Authorization } from '#contract/cases/authorization.ts';
import type { Script } from '#contract/cases/script.ts';
import type { BookingRule } from '#contract/online-scheduling/booking-rule.ts';
import type { OnlineCase } from '#contract/online-scheduling/care-allows.ts';
import type { Busy } from '#contract/online-scheduling/busy.ts';
import type { BookedTime, BookedVisit } from '#contract/scheduling/booking-facts.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

const ruleColumns = `${columnsOf('bookingRules', 'r')}, r."VisitTypeId"`;

/** A rule with the type it is for, by which alone it is found; null where no type has its name. */
export type RuleRow = BookingRule & { VisitTypeId: string | null };

/** The rules that are switched on. */
export function rulesOn(tx: Tx): Promise<RuleRow[]> {
  return tx.rows(
    `select ${ruleColumns} from booking_rules r where site = app_site() and "IsOn" order by "PublicName", "BookingRuleId"`,
  );
}

export function ruleOn(tx: Tx, id: string): Promise<RuleRow | undefined> {
  return tx.maybe<RuleRow>(
    `select ${ruleColumns} from booking_rules r where site = app_site() and "BookingRuleId" = $1 and "IsOn"`,
    [id],
  );
}

/** The rule for a visit type of a facility, on or off. */
export function ruleOfType(tx: Tx, FacilityId: string, VisitTypeId: string): Promise<RuleRow | undefined> {
  return tx.maybe<RuleRow>(
    `select ${ruleColumns} from booking_rules r where site = app_site() and "FacilityId" = $1 and r."VisitTypeId" = $2`,
    [FacilityId, VisitTypeId],
  );
}

/** Whether a facility has another rule for the same visit type. */
export async function hasOtherRule(
  tx: Tx,
  { BookingRuleId, FacilityId, VisitTypeName }: Pick<BookingRule, 'BookingRuleId' | 'FacilityId' | 'VisitTypeName'>,
): Promise<boolean> {
  const rows = await tx.rows(
    `select 1 from booking_rules where site = app_site() and "FacilityId" = $1 and "VisitTypeName" = $2 and "BookingRuleId" <> $3`,
    [FacilityId, VisitTypeName, BookingRuleId],
  );
  return rows.length > 0;
}

/** The open cases of a patient. */
export function openCases(tx: Tx, PatientId: string): Promise<OnlineCase[]> {
  return tx.rows(
    `select ${columnsOf('cases', 'c')} from cases c where site = app_site() and "PatientId" = $1 and "DischargedAt" is null
     order by "StartDate", "CaseId"`,
    [PatientId],
  );
}

/** What allows the visits of some cases. */
export async function permitsOf(tx: Tx, CaseIds: readonly string[]) {
  const of = <R>(table: 'authorizations' | 'scripts', alias: string) =>
    tx.rows<R>(
      `select ${columnsOf(table, alias)} from ${table} ${alias} where site = app_site() and "CaseId" = any ($1::uuid[])`,
      [CaseIds],
    );
  return { authorizations: await of<Authorization>('authorizations', 'a'), scripts: await of<Script>('scripts', 's') };
}

/** All visits of a patient, for what counts those of a case, those to come, and those of a day. */
export function visitsOfPatient(tx: Tx, PatientId: string): Promise<BookedVisit[]> {
  return tx.rows(
    `select "VisitId", "PatientId", "CaseId", "FacilityId", "ProviderId", "VisitTypeName", "RoomId", "Start", "End", stage,
       (select coalesce(sum(s."Units"), 0)::int from services s
        where s.site = v.site and s."VisitId" = v."VisitId") as "Units",
       exists (select 1 from visit_notes n
        where n.site = v.site and n."VisitId" = v."VisitId" and n."signedAt" is not null) as "isSigned"
     from visits v where site = app_site() and "PatientId" = $1`,
    [PatientId],
  );
}

/** Days from one up to, not including, another. */
export type Days = { from: string; until: string };
type Around = Days & { ProviderIds: readonly string[]; RoomIds: readonly string[]; notOf: string; now: Date };

/** Whatever takes the time of some providers and rooms: visits, meetings, times held by others, times offered. */
export async function busyIn(tx: Tx, { from, until, ProviderIds, RoomIds, notOf, now }: Around): Promise<Busy[]> {
  const visits = await tx.rows<BookedVisit>(`select * from booked_beside($1, '{}', $2, $3, $4)`, [
    ProviderIds,
    RoomIds,
    from,
    until,
  ]);
  const meetings = await tx.rows<BookedTime>(`select * from meetings_beside($1, $2, $3)`, [ProviderIds, from, until]);
  const held = await tx.rows<Omit<Busy, 'kind'>>(
    `select "FacilityId", "ProviderId", "RoomId", "VisitTypeName", "Start", "End" from booking_holds
     where site = app_site() and "expiresAt" > $1 and "SessionId" <> $2 and "Start" >= $3 and "Start" < $4
       and ("ProviderId" = any ($5::uuid[]) or "RoomId" = any ($6::uuid[]))`,
    [now, notOf, from, until, ProviderIds, RoomIds],
  );
  const offered = await tx.rows<Omit<Busy, 'kind'>>(
    `select "FacilityId", "ProviderId", "RoomId", null as "VisitTypeName", "Start", "End" from fill_batches
     where site = app_site() and state = 'open' and "Start" >= $1 and "Start" < $2
       and ("ProviderId" = any ($3::uuid[]) or "RoomId" = any ($4::uuid[]))`,
    [from, until, ProviderIds, RoomIds],
  );
  return [
    ...visits.map((one) => ({ ...one, kind: 'visit' as const })),
    ...meetings.map((one) => ({ ...one, kind: 'meeting' as const, RoomId: null })),
    ...held.map((one) => ({ ...one, kind: 'hold' as const })),
    ...offered.map((one) => ({ ...one, kind: 'offer' as const })),
  ];
}

export type HoldRow = {
  HoldId: string;
  SessionId: string;
  BookingRuleId: string;
  CaseId: string | null;
  FacilityId: string;
  ProviderId: string;
  RoomId: string | null;
  VisitTypeName: string;
  AskedProviderId: string | null;
  Start: string;
  End: string;
  isExtended: boolean;
  createdAt: string;
  expiresAt: string;
};

const holdColumns = `"HoldId", "SessionId", "BookingRuleId", "CaseId", "FacilityId", "ProviderId", "RoomId", "VisitTypeName",
  "AskedProviderId", "Start", "End", "isExtended", "createdAt", "expiresAt"`;

/** What a session holds, also where it has expired; held until the transaction ends. */
export function holdOf(tx: Tx, SessionId: string): Promise<HoldRow | undefined> {
  return tx.maybe<HoldRow>(
    `select ${holdColumns} from booking_holds where site = app_site() and "SessionId" = $1 for update`,
    [SessionId],
  );
}

/** A session holds one time. What has expired of others goes with it: nothing else removes it. */
export async function putHold(tx: Tx, row: HoldRow, now: Date): Promise<void> {
  await tx.run(`delete from booking_holds where site = app_site() and ("SessionId" = $1 or "expiresAt" < $2)`, [
    row.SessionId,
    now,
  ]);
  await tx.run(
    `insert into booking_holds (site, ${holdColumns}) select app_site(), ${holdColumns}
     from jsonb_populate_record(null::booking_holds, $1::jsonb)`,
    [JSON.stringify(row)],
  );
}

export async function extendHold(tx: Tx, SessionId: string, expiresAt: Date): Promise<void> {
  await tx.run(
    `update booking_holds set "isExtended" = true, "expiresAt" = $2 where site = app_site() and "SessionId" = $1`,
    [SessionId, expiresAt],
  );
}

export async function dropHold(tx: Tx, SessionId: string): Promise<number> {
  return tx.run(`delete from booking_holds where site = app_site() and "SessionId" = $1`, [SessionId]);
}

/** What is held just now on some days. */
export function heldNow(tx: Tx, { from, until }: Days, now: Date): Promise<HoldRow[]> {
  return tx.rows(
    `select ${holdColumns} from booking_holds where site = app_site() and "expiresAt" > $1 and "Start" >= $2 and "Start" < $3
     order by "Start", "HoldId"`,
    [now, from, until],
  );
}
