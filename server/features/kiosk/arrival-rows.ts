import type { z } from 'zod';
import type { Arrival, BlankForms, DismissedArrival, WaitingArrival } from '#contract/kiosk/arrival.ts';
import { arrivalTime, type ClockFault } from '#contract/kiosk/tablet-clock.ts';
import type { Tx } from '#server/kit/context.ts';
import type { KioskRow } from './rows.ts';

export type ArrivalRow = {
  ArrivalId: string;
  KioskId: string;
  /** Name of the kiosk. */
  kiosk: string;
  FacilityId: string;
  at: string;
  ip: string;
  state: 'waiting' | 'matched' | 'dismissed';
  /** Both null once someone decided, and the forms too; of one dismissed with forms all stay. */
  DateOfBirth: string | null;
  lastFour: string | null;
  forms: BlankForms | null;
  clockFault: ClockFault | null;
  signedAs: string | null;
};

const signedAs = `(select s ->> 'SignerName' from jsonb_array_elements(a.forms -> 'signatures') s
  where s ->> 'Relationship' is null limit 1) as "signedAs"`;

type Taken = { ArrivalId: string; arrival: Arrival; kiosk: KioskRow; ip: string; now: Date };

/** Keeps an arrival, once, at the time that its tablet's clock stands for. */
export async function keepArrival(tx: Tx, { ArrivalId, arrival, kiosk, ip, now }: Taken): Promise<void> {
  const { at, fault } = arrivalTime({ told: new Date(arrival.at), clock: arrival.clock, receivedAt: now });
  await tx.run(
    `insert into kiosk_arrivals (site, "ArrivalId", "KioskId", "FacilityId", at, "receivedAt", ip, "DateOfBirth", "lastFour", forms, "clockFault")
     values (app_site(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (site, "ArrivalId") do nothing`,
    [
      ArrivalId,
      kiosk.KioskId,
      kiosk.FacilityId,
      at,
      now,
      ip,
      arrival.DateOfBirth,
      arrival.lastFour,
      arrival.forms === null ? null : JSON.stringify(arrival.forms),
      fault,
    ],
  );
}

/** An arrival, held until the transaction ends. */
export function heldArrival(tx: Tx, ArrivalId: string): Promise<ArrivalRow | undefined> {
  return tx.maybe<ArrivalRow>(
    `select a."ArrivalId", a."KioskId", k."Name" as kiosk, a."FacilityId", a.at, a.ip, a.state, a."DateOfBirth", a."lastFour", a.forms,
       a."clockFault", ${signedAs}
     from kiosk_arrivals a join kiosks k on k.site = a.site and k."KioskId" = a."KioskId"
     where a.site = app_site() and a."ArrivalId" = $1 for update of a`,
    [ArrivalId],
  );
}

const listed = (and: string, { columns = '', order = '' } = {}) =>
  `select a."ArrivalId", k."Name" as kiosk, a."FacilityId", to_jsonb(a.at) #>> '{}' as at, a."DateOfBirth"::text as "DateOfBirth",
     a."lastFour", a.forms is not null as "hasForms", a."clockFault", ${signedAs}${columns}
   from kiosk_arrivals a join kiosks k on k.site = a.site and k."KioskId" = a."KioskId"
   where a.site = app_site() and ${and} and ($1::uuid[] is null or a."FacilityId" = any ($1))
   order by a.at ${order}, a."ArrivalId" limit 200`;

type Places = readonly string[] | null;

/** Those that nobody has decided about, at these facilities; null for all. By when they were taken. */
export function waitingArrivals(tx: Tx, facilityIds: Places): Promise<z.input<typeof WaitingArrival>[]> {
  return tx.rows(listed(`a.state = 'waiting'`), [facilityIds]);
}

/** Those that were dismissed and still have forms, the newest first. */
export function dismissedArrivals(tx: Tx, facilityIds: Places): Promise<z.input<typeof DismissedArrival>[]> {
  return tx.rows(listed(`a.state = 'dismissed' and a.forms is not null`, { columns: ', a.reason', order: 'desc' }), [
    facilityIds,
  ]);
}

type Person = { DateOfBirth: string; FirstName: string; LastName: string };

/** What an arrival is compared with. */
export function personOf(tx: Tx, PatientId: string): Promise<Person | undefined> {
  return tx.maybe<Person>(
    `select "DateOfBirth", "FirstName", "LastName" from patients where site = app_site() and "PatientId" = $1`,
    [PatientId],
  );
}

const keepsForms = `$2 = 'dismissed' and forms is not null`;

type Decision = {
  state: 'matched' | 'dismissed';
  VisitId?: string;
  UserId: string | null;
  reason?: string;
  now: Date;
};

/** What was typed goes, as it is with the visit; forms of a dismissed arrival are nowhere else, and stay with it. */
export async function settleArrival(
  tx: Tx,
  ArrivalId: string,
  { state, VisitId, UserId, reason, now }: Decision,
): Promise<void> {
  await tx.run(
    `update kiosk_arrivals set state = $2, "VisitId" = $3, "decidedByUserId" = $4, "decidedAt" = $5, reason = $6,
       "DateOfBirth" = case when ${keepsForms} then "DateOfBirth" end,
       "lastFour" = case when ${keepsForms} then "lastFour" end, forms = case when ${keepsForms} then forms end
     where site = app_site() and "ArrivalId" = $1`,
    [ArrivalId, state, VisitId ?? null, UserId, now, reason ?? null],
  );
}

/** Of one that was dismissed: who did so, when and why stay. */
export async function removeForms(tx: Tx, ArrivalId: string): Promise<void> {
  await tx.run(
    `update kiosk_arrivals set "DateOfBirth" = null, "lastFour" = null, forms = null
     where site = app_site() and "ArrivalId" = $1`,
    [ArrivalId],
  );
}
