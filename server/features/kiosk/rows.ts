import type { z } from 'zod';
import { wallTimeIn } from '#contract/base/dates.ts';
import type { Kiosk } from '#contract/kiosk/endpoints.ts';
import { arrivable, arrivedAtAll, earliestHours, latestHours } from '#contract/kiosk/arrivals.ts';
import type { DeviceKey } from '#contract/patient-login/endpoints.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Tx } from '#server/kit/context.ts';

export type KioskRow = {
  site: string;
  KioskId: string;
  FacilityId: string;
  Name: string;
  deviceKey: DeviceKey | null;
  enrollment: number;
  turn: number;
  misses: number;
  missesSince: string | null;
};

const held = `site, "KioskId", "FacilityId", "Name", "deviceKey", enrollment, turn, misses, "missesSince"`;
const listed = `"KioskId", "FacilityId", "Name", to_jsonb("createdAt") #>> '{}' as "createdAt", to_jsonb("codeExpiresAt") #>> '{}' as "codeExpiresAt",
  to_jsonb("enrolledAt") #>> '{}' as "enrolledAt", to_jsonb("seenAt") #>> '{}' as "seenAt", "clockAheadMs"::float8 as "clockAheadMs"`;

/** The kiosks of these facilities; null for all. */
export function kiosksAt(tx: Tx, facilityIds: readonly string[] | null): Promise<z.input<typeof Kiosk>[]> {
  return tx.rows(
    `select ${listed} from kiosks where site = app_site() and "revokedAt" is null and ($1::uuid[] is null or "FacilityId" = any ($1))
     order by lower("Name"), "KioskId"`,
    [facilityIds],
  );
}

export async function kioskOf(tx: Tx, KioskId: string): Promise<z.input<typeof Kiosk> | undefined> {
  return tx.maybe(`select ${listed} from kiosks where site = app_site() and "KioskId" = $1 and "revokedAt" is null`, [
    KioskId,
  ]);
}

type NewKiosk = { KioskId: string; FacilityId: string; Name: string; UserId: string };

export async function insertKiosk(tx: Tx, { KioskId, FacilityId, Name, UserId }: NewKiosk, now: Date): Promise<void> {
  await tx.run(
    `insert into kiosks (site, "KioskId", "FacilityId", "Name", "createdByUserId", "createdAt") values (app_site(), $1, $2, $3, $4, $5)`,
    [KioskId, FacilityId, Name, UserId, now],
  );
}

export async function setCode(tx: Tx, KioskId: string, code: { hash: string; until: Date }): Promise<void> {
  await tx.run(
    `update kiosks set "codeHash" = $2, "codeExpiresAt" = $3 where site = app_site() and "KioskId" = $1 and "revokedAt" is null`,
    [KioskId, code.hash, code.until],
  );
}

/** Which site's kiosk a code enrolls; asked before any site is known. */
export async function siteOfCode(tx: Tx, hashes: readonly string[], now: Date): Promise<string | undefined> {
  const row = await tx.maybe<{ site: string | null }>('select site_of_kiosk_code($1, $2) as site', [hashes, now]);
  return row?.site ?? undefined;
}

/** Takes the code up: the tablet before it, if there was one, is none any more. Its check-ins end. */
export async function enroll(
  tx: Tx,
  { hashes, deviceKey, now }: { hashes: readonly string[]; deviceKey: DeviceKey; now: Date },
): Promise<string | undefined> {
  const row = await tx.maybe<{ KioskId: string }>(
    `update kiosks set "codeHash" = null, "codeExpiresAt" = null, "deviceKey" = $2, "enrolledAt" = $3, "seenAt" = $3,
       enrollment = enrollment + 1, turn = 0, misses = 0, "clockAheadMs" = null
     where site = app_site() and "codeHash" = any ($1::text[]) and "codeExpiresAt" > $3 and "revokedAt" is null returning "KioskId"`,
    [hashes, JSON.stringify(deviceKey), now],
  );
  if (row) await endCheckinsOf(tx, row.KioskId, now);
  return row?.KioskId;
}

export async function revokeKiosk(tx: Tx, KioskId: string, now: Date): Promise<void> {
  await tx.run(
    `update kiosks set "revokedAt" = $2, "codeHash" = null, "codeExpiresAt" = null where site = app_site() and "KioskId" = $1`,
    [KioskId, now],
  );
  await endCheckinsOf(tx, KioskId, now);
}

async function endCheckinsOf(tx: Tx, KioskId: string, now: Date): Promise<void> {
  await tx.run(
    `update patient_sessions set "endedAt" = $2, "endedWhy" = 'kiosk removed' where site = app_site() and "KioskId" = $1 and "endedAt" is null`,
    [KioskId, now],
  );
}

/** An enrolled kiosk, held until the transaction ends. */
export function heldKiosk(tx: Tx, KioskId: string): Promise<KioskRow | undefined> {
  return tx.maybe<KioskRow>(
    `select ${held} from kiosks where site = app_site() and "KioskId" = $1 and "revokedAt" is null and "deviceKey" is not null for update`,
    [KioskId],
  );
}

type Turn = { turn: number; now: Date; clockAheadMs: number | null };

export async function noteTurn(tx: Tx, KioskId: string, { turn, now, clockAheadMs }: Turn): Promise<void> {
  await tx.run(
    `update kiosks set turn = $2, "seenAt" = $3, "clockAheadMs" = $4 where site = app_site() and "KioskId" = $1`,
    [KioskId, turn, now, clockAheadMs],
  );
}

export async function setMisses(tx: Tx, KioskId: string, misses: number, since: Date): Promise<void> {
  await tx.run(`update kiosks set misses = $2, "missesSince" = $3 where site = app_site() and "KioskId" = $1`, [
    KioskId,
    misses,
    since,
  ]);
}

export type Candidate = {
  VisitId: string;
  PatientId: string;
  CaseId: string;
  FirstName: string;
  Phone: string | null;
  Start: string;
  stage: VisitStage;
  TimeZone: string;
};

const hourMs = 3_600_000;

/**
 * Visits at a facility around `at` of people born that day, some hours more than the rule takes. `isOver`: of an arrival
 * that is told later, those too that went on since.
 */
export function visitsAround(
  tx: Tx,
  {
    FacilityId,
    DateOfBirth,
    at,
    isOver = false,
  }: { FacilityId: string; DateOfBirth: string; at: Date; isOver?: boolean },
): Promise<Candidate[]> {
  // Far enough for every zone; which of these are about now is decided by the moments.
  const from = wallTimeIn('UTC', new Date(at.getTime() - (latestHours + 15) * hourMs));
  const until = wallTimeIn('UTC', new Date(at.getTime() + (earliestHours + 15) * hourMs));
  return tx.rows<Candidate>(
    `select v."VisitId", v."PatientId", v."CaseId", p."FirstName", p."Phone", v."Start", v.stage, f."TimeZone"
     from visits v join patients p on p.site = v.site and p."PatientId" = v."PatientId"
     join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
     where v.site = app_site() and v."FacilityId" = $1 and p."DateOfBirth" = $2 and p."DeathDate" is null
       and v."Start" >= $3 and v."Start" <= $4 and v.stage = any ($5::text[])
     order by v."Start", v."VisitId"`,
    [FacilityId, DateOfBirth, from, until, isOver ? arrivedAtAll : arrivable],
  );
}

export type Checkin = {
  SessionId: string;
  PatientId: string;
  VisitId: string;
  endedAt: string | null;
  endedWhy: string | null;
  expiresAt: string;
};

/** A check-in on this kiosk, held until the transaction ends. */
export function heldCheckin(tx: Tx, KioskId: string, SessionId: string): Promise<Checkin | undefined> {
  return tx.maybe<Checkin>(
    `select "SessionId", "PatientId", "VisitId", "endedAt", "endedWhy", "expiresAt" from patient_sessions
     where site = app_site() and "KioskId" = $1 and "SessionId" = $2 for update`,
    [KioskId, SessionId],
  );
}

export async function endCheckin(
  tx: Tx,
  SessionId: string,
  { why, now }: { why: 'finished' | 'abandoned'; now: Date },
): Promise<void> {
  await tx.run(
    `update patient_sessions set "endedAt" = $2, "endedWhy" = $3 where site = app_site() and "SessionId" = $1 and "endedAt" is null`,
    [SessionId, now, why],
  );
}
