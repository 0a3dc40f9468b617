import { fail } from '#contract/base/errors.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { isAboutNow, lastFourOf, missesMinutes, mostMisses } from '#contract/kiosk/arrivals.ts';
import type { Found } from '#contract/kiosk/arrival.ts';
import type { AbandonReason, CheckinStep } from '#contract/kiosk/flow.ts';
import { findMove } from '#contract/visits/moves.ts';
import { refusals } from '#contract/words/refusals.ts';
import { hasOpenIntake } from '#server/features/intake/store.ts';
import { dropHold, hasOptions } from '#server/features/online-scheduling/store.ts';
import { openPatientSession, renewVisitToken } from '#server/features/patient-login/store.ts';
import { addHistory, lockVisit, setStage } from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { narrowToPatients } from '#server/kit/auth/patient-scope.ts';
import type { SigningKeys } from '#server/kit/auth/tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import { visitOfCode } from './code-shown.ts';
import {
  endCheckin,
  heldCheckin,
  setMisses,
  visitsAround,
  type Candidate,
  type Checkin,
  type KioskRow,
} from './rows.ts';

/** A call of a kiosk, in its transaction. */
export type Calling = { tx: Tx; kiosk: KioskRow; keys: SigningKeys; now: Date };

const missesMs = missesMinutes * 60_000;

/** Refused once too many tries fitted nobody: a kiosk is no place to try birth dates. */
function assertTries({ kiosk, now }: Calling): void {
  const { misses, missesSince } = kiosk;
  const isRecent = missesSince !== null && now.getTime() - Date.parse(missesSince) < missesMs;
  if (isRecent && misses >= mostMisses) fail('user-visible', refusals.frontDesk.en);
}

async function noteMiss({ tx, kiosk, now }: Calling): Promise<void> {
  const { KioskId, misses, missesSince } = kiosk;
  const since = missesSince === null ? 0 : Date.parse(missesSince);
  const isRecent = now.getTime() - since < missesMs;
  await setMisses(tx, KioskId, isRecent ? misses + 1 : 1, isRecent ? new Date(since) : now);
}

async function fitting(calling: Calling, { DateOfBirth, lastFour, token }: Found): Promise<Candidate[]> {
  const { tx, kiosk, now } = calling;
  const { FacilityId } = kiosk;
  const shownVisit = token === undefined ? null : await visitOfCode(calling, { token, DateOfBirth });
  const around = await visitsAround(tx, { FacilityId, DateOfBirth, at: now });
  const isTheirs = ({ VisitId, Phone }: Candidate) =>
    token === undefined ? lastFour !== undefined && lastFourOf(Phone) === lastFour : VisitId === shownVisit;
  const here = around.filter(
    (one) => isTheirs(one) && isAboutNow(momentOf(one.Start, one.TimeZone).getTime(), now.getTime()),
  );
  // A visit that the patient has arrived for is asked about last.
  const order = (one: Candidate) => Number(one.stage === 'checkedIn');
  return here.toSorted((one, other) => order(one) - order(other));
}

/** The visits here, around now, of who has this birth date and phone; audited. What fits nobody is counted. */
export async function identify(
  calling: Calling,
  known: Found,
): Promise<Pick<Candidate, 'VisitId' | 'FirstName' | 'Start'>[]> {
  assertTries(calling);
  const { tx, kiosk } = calling;
  const found = await fitting(calling, known);
  if (found.length === 0) await noteMiss(calling);
  for (const { VisitId, PatientId } of found)
    await audit(tx, kiosk.site, {
      UserId: null,
      action: 'patient read',
      entity: 'visits',
      pk: VisitId,
      PatientId,
      detail: { principal: 'kiosk', kiosk: kiosk.KioskId },
    });
  return found.map(({ VisitId, FirstName, Start }) => ({ VisitId, FirstName, Start }));
}

type Started = { SessionId: string; token: string; steps: CheckinStep[] };

/**
 * Opens the session of one visit. It fills in the forms that this visit waits for, books a follow-up, and nothing else.
 * Null for what does not fit the visit: that is counted, and stays so where the caller refuses after the transaction.
 */
export async function startCheckin(
  calling: Calling,
  { VisitId, ...known }: Found & { VisitId: string },
): Promise<Started | null> {
  assertTries(calling);
  const { tx, kiosk, keys, now } = calling;
  const visit = (await fitting(calling, known)).find((one) => one.VisitId === VisitId);
  if (!visit || kiosk.deviceKey === null) {
    await noteMiss(calling);
    return null;
  }
  const { site, KioskId, Name, deviceKey } = kiosk;
  const { PatientId } = visit;
  const steps = await stepsOf(tx, visit, now);
  const { session } = await openPatientSession(
    tx,
    keys,
    {
      site,
      kind: 'patient',
      PatientId,
      level: 'L1',
      scope: 'kiosk',
      deviceKey,
      isOwnDevice: false,
      device: Name,
      ofKiosk: { KioskId, VisitId },
    },
    now,
  );
  return { SessionId: session.SessionId, token: session.token, steps };
}

/** The screens that a visit has something for: forms it waits for, and a follow-up that may be booked online. */
async function stepsOf(tx: Tx, { VisitId, PatientId, CaseId }: Candidate, now: Date): Promise<CheckinStep[]> {
  const booker = { kind: 'patient', PatientId, kioskCaseId: CaseId } as const;
  const hasForms = await hasOpenIntake(tx, VisitId);
  const mayBook = await hasOptions(tx, booker, now);
  return [
    ...(hasForms ? ['patientIntake' as const] : []),
    ...(mayBook ? ['onlineScheduling' as const] : []),
    'success',
  ];
}

async function checkinOf({ tx, kiosk }: Calling, SessionId: string): Promise<Checkin> {
  const checkin = await heldCheckin(tx, kiosk.KioskId, SessionId);
  if (!checkin) fail('not-found', refusals.checkinOver.en);
  return checkin;
}

export async function renew(calling: Calling, SessionId: string): Promise<string> {
  const { tx, keys, now } = calling;
  await checkinOf(calling, SessionId);
  const token = await renewVisitToken(tx, keys, { SessionId, now });
  if (token === undefined) fail('not-found', refusals.checkinOver.en);
  return token;
}

/** The patient has arrived. Said again, or of a visit that the front desk moved on meanwhile, it changes nothing. */
export async function finish(calling: Calling, SessionId: string): Promise<void> {
  const { tx, kiosk, now } = calling;
  const { endedAt, endedWhy, expiresAt, PatientId, VisitId } = await checkinOf(calling, SessionId);
  if (endedWhy === 'finished') return;
  if (endedAt !== null || Date.parse(expiresAt) <= now.getTime()) fail('not-found', refusals.checkinOver.en);
  await endCheckin(tx, SessionId, { why: 'finished', now });
  await dropHold(tx, SessionId);
  await note(calling, { PatientId, SessionId, why: 'finished' });
  await narrowToPatients(tx, [PatientId]);
  await arrive(tx, VisitId, `At the kiosk ${kiosk.Name}`);
}

/** Moves a visit to checkedIn, unless it is there or further; `at` where that is not now. */
export async function arrive(
  tx: Tx,
  VisitId: string,
  by: string,
  { at, UserId = null }: { at?: Date; UserId?: string | null } = {},
): Promise<void> {
  const visit = await lockVisit(tx, VisitId);
  if (!visit || ['cancelled', 'noShow', 'lateCancel'].includes(visit.stage))
    fail('user-visible', refusals.frontDesk.en);
  if (visit.stage === 'checkedIn' || findMove(visit.stage, 'checkedIn') === undefined) return;
  await setStage(tx, VisitId, 'checkedIn');
  await addHistory(tx, visit, UserId, {
    action: 'moved',
    from: visit.stage,
    to: 'checkedIn',
    note: by,
    ...(at && { at }),
  });
}

const stepWords: Record<CheckinStep, string> = {
  patientIntake: 'the forms',
  onlineScheduling: 'the next visit',
  success: 'the last step',
};
const reasonWords: Record<AbandonReason, string> = {
  idle: 'No one touched the kiosk for 90 seconds',
  patient: 'The patient stopped',
  'front desk': 'The patient was sent to the front desk',
};

/** Ends a check-in before its end; what was answered stays. False where it had ended. */
export async function abandon(
  calling: Calling,
  { SessionId, step, reason }: { SessionId: string; step: CheckinStep; reason: AbandonReason },
): Promise<boolean> {
  const { tx, now } = calling;
  const { endedAt, PatientId, VisitId } = await checkinOf(calling, SessionId);
  if (endedAt !== null) return false;
  await endCheckin(tx, SessionId, { why: 'abandoned', now });
  await dropHold(tx, SessionId);
  await note(calling, { PatientId, SessionId, why: `${step}, ${reason}` });
  await narrowToPatients(tx, [PatientId]);
  const visit = await lockVisit(tx, VisitId);
  if (visit)
    await addHistory(tx, visit, null, {
      action: 'check-in stopped',
      note: `${reasonWords[reason]}, at ${stepWords[step]}`,
    });
  return true;
}

async function note(
  { tx, kiosk }: Calling,
  { PatientId, SessionId, why }: { PatientId: string; SessionId: string; why: string },
): Promise<void> {
  const detail = { principal: 'kiosk', kiosk: kiosk.KioskId, why };
  await audit(tx, kiosk.site, {
    UserId: null,
    action: 'patient logout',
    entity: 'patientSessions',
    pk: SessionId,
    PatientId,
    detail,
  });
}
