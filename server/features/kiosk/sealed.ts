import { randomBytes } from 'node:crypto';
import { AppError } from '#contract/base/errors.ts';
import { uuidFrom } from '#contract/base/ids.ts';
import { isAboutNow, lastFourOf, whenArrived } from '#contract/kiosk/arrivals.ts';
import type { SealedArrival } from '#contract/kiosk/arrival.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { beginBlank, fillBlank, type ForVisit } from '#server/features/intake/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { narrowToPatients } from '#server/kit/auth/patient-scope.ts';
import type { SealingKeys } from '#server/kit/auth/sealed-text.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import type { FileStore } from '#server/kit/files/file-store.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { heldArrival, keepArrival, settleArrival, type ArrivalRow } from './arrival-rows.ts';
import { arrive } from './checkin.ts';
import { visitsAround, type Candidate, type KioskRow } from './rows.ts';
import { openArrival } from './site-keys.ts';

export type Sealed = {
  database: Database;
  keys: SealingKeys;
  files: FileStore;
  site: string;
  /** The kiosk that calls, held; throws where it was removed. */
  kioskIn(tx: Tx): Promise<KioskRow>;
  ip: string;
  now: Date;
  /** Hears of what went wrong and is no refusal. */
  failed(error: unknown): void;
};

/**
 * Takes one arrival: kept first, so that it is with the front desk whatever comes after, then checked in where it fits
 * one visit. False where it does not open. The kiosk is not told what it fitted: it is no place to try birth dates.
 */
export async function takeArrival(of: Sealed, given: SealedArrival): Promise<boolean> {
  const { database, site, now } = of;
  const kept = await database.tx(messagesOf(site), (tx) => keepOpened(tx, of, given));
  if (kept === null) return false;
  if (kept.visit === null) return true;
  const { visit } = kept;
  try {
    await database.tx(messagesOf(site), async (tx) => {
      const row = await heldArrival(tx, given.ArrivalId);
      if (row?.state !== 'waiting') return;
      await settleArrival(tx, row.ArrivalId, { state: 'matched', VisitId: visit.VisitId, UserId: null, now });
      await noteArrival(tx, site, {
        row,
        UserId: null,
        PatientId: visit.PatientId,
        detail: { matched: 'automatically' },
      });
      await checkIn(tx, { ...of, row, visit, isStaff: false });
    });
  } catch (error) {
    // What the rules refuse, or could not be written, waits for the front desk.
    if (!(error instanceof AppError)) of.failed(error);
  }
  return true;
}

/** Null for what does not open, or stands under an id that another kiosk used. */
async function keepOpened(
  tx: Tx,
  { site, keys, kioskIn, ip, now }: Sealed,
  given: SealedArrival,
): Promise<{ visit: Candidate | null } | null> {
  const kiosk = await kioskIn(tx);
  const { KioskId } = kiosk;
  const arrival = await openArrival(tx, { site, keys, KioskId }, given);
  if (arrival) await keepArrival(tx, { ArrivalId: given.ArrivalId, arrival, kiosk, ip, now });
  const row = arrival && (await heldArrival(tx, given.ArrivalId));
  if (row?.KioskId !== KioskId) {
    const detail = { principal: 'kiosk', arrival: 'refused' };
    await audit(tx, site, { UserId: null, action: 'update', entity: 'kiosks', pk: KioskId, detail });
    return null;
  }
  return { visit: row.state === 'waiting' ? await onlyFit(tx, row) : null };
}

/**
 * The one visit that an arrival fits; null where there is none, or more than one, or when it was taken is not known: a
 * visit near the time of receipt may be that of a later day, or of a twin.
 */
async function onlyFit(
  tx: Tx,
  { FacilityId, DateOfBirth, lastFour, at, clockFault }: ArrivalRow,
): Promise<Candidate | null> {
  if (DateOfBirth === null || clockFault === 'receipt') return null;
  const around = await visitsAround(tx, { FacilityId, DateOfBirth, at: new Date(at), isOver: true });
  const [one, ...others] = around.filter(
    ({ Start, TimeZone, Phone }) =>
      lastFourOf(Phone) === lastFour && isAboutNow(momentOf(Start, TimeZone).getTime(), Date.parse(at)),
  );
  return one && others.length === 0 ? one : null;
}

type CheckingIn = {
  site: string;
  files: FileStore;
  now: Date;
  row: ArrivalRow;
  visit: Pick<Candidate, 'VisitId' | 'PatientId' | 'Start' | 'TimeZone'>;
  /** Who decides sees what they see; a kiosk sees its patient alone. */
  isStaff: boolean;
  UserId?: string;
};

/** Checks a visit in for an arrival, at its time, and hands its forms on. */
export async function checkIn(tx: Tx, of: CheckingIn): Promise<void> {
  const { site, files, row, now } = of;
  const { VisitId, PatientId, Start, TimeZone } = of.visit;
  const firstMoment = momentOf(`${Start.slice(0, 10)}T00:00`, TimeZone);
  const at = whenArrived({ told: new Date(row.at), firstMoment, now });
  const newId = () => uuidFrom(now.getTime(), randomBytes(10));
  const forVisit: ForVisit = { tx, site, files, VisitId, PatientId, ip: row.ip, at, newId };
  const begun = row.forms && (await beginBlank(forVisit, row.forms));
  if (!of.isStaff) await narrowToPatients(tx, [PatientId]);
  await arrive(tx, VisitId, `At the kiosk ${row.kiosk}, without a connection${clockWords(row)}`, {
    at,
    UserId: of.UserId ?? null,
  });
  if (row.forms) await fillBlank(forVisit, begun, row.forms);
}

function clockWords({ clockFault }: ArrivalRow): string {
  if (clockFault === null) return '';
  return `. The clock of the tablet was wrong: ${clockFault === 'corrected' ? 'the time is corrected' : 'this is when it was received'}`;
}

type Noted = { row: ArrivalRow; UserId: string | null; PatientId: string | null; detail: Record<string, string> };

export async function noteArrival(tx: Tx, site: string, { row, UserId, PatientId, detail }: Noted): Promise<void> {
  await audit(tx, site, {
    UserId,
    action: 'update',
    entity: 'kioskArrivals',
    pk: row.ArrivalId,
    PatientId,
    detail: { kiosk: row.KioskId, ...detail },
  });
}
