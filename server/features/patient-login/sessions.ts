import { randomUUID } from 'node:crypto';
import { AppError, fail } from '#contract/base/errors.ts';
import { guarantorReach } from '#contract/guarantors/guarantor-reach.ts';
import type { DeviceKey, PatientSession } from '#contract/patient-login/endpoints.ts';
import { sessionLimits } from '#contract/patient-login/limits.ts';
import type { Scope } from '#contract/patient-login/principal.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { z } from 'zod';
import type { PatientClaims } from '#server/kit/auth/patient-tokens.ts';
import { signPatientToken } from '#server/kit/auth/patient-tokens.ts';
import { narrowToPatients } from '#server/kit/auth/patient-scope.ts';
import { sha256, type SigningKeys } from '#server/kit/auth/tokens.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import { firstNameOf, patientsOfGuarantor, todayOf } from './rows.ts';
import { isSame, isSigned, newSecret, nextSecrets, turnText, type NamedSession } from './secrets.ts';

export type SessionRow = {
  site: string;
  SessionId: string;
  kind: 'patient' | 'guarantor' | 'unrecognized';
  PatientId: string | null;
  GuarantorId: string | null;
  level: 'L1' | 'L2';
  scope: Scope;
  isOwnDevice: boolean;
  deviceKey: DeviceKey;
  secretHash: string;
  previousHash: string | null;
  turn: number;
  createdAt: string;
  seenAt: string;
  expiresAt: string;
  endedAt: string | null;
  /** The one visit of a check-in at a kiosk. */
  VisitId: string | null;
};

type Issued = { session: z.output<typeof PatientSession>; cookie: string; expiresAt: Date };
export type Opening = Pick<SessionRow, 'site' | 'kind' | 'level' | 'scope' | 'deviceKey' | 'isOwnDevice'> & {
  PatientId?: string | null;
  GuarantorId?: string | null;
  contact?: string | null;
  DateOfBirth?: string | null;
  linkHash?: string;
  ofKiosk?: { KioskId: string; VisitId: string };
  /** What the link allows at most. */
  until?: Date;
  device: string;
};

const minuteMs = 60_000;

/** Opens a session and gives its first token and cookie; audited with who and how well known. */
export async function openPatientSession(tx: Tx, keys: SigningKeys, opening: Opening, now: Date): Promise<Issued> {
  const { site, kind, level, scope, deviceKey, isOwnDevice, device } = opening;
  const { PatientId = null, GuarantorId = null, contact = null, DateOfBirth = null, linkHash = null, until } = opening;
  const { KioskId = null, VisitId = null } = opening.ofKiosk ?? {};
  const SessionId = randomUUID();
  const secret = newSecret();
  const most = isOwnDevice ? sessionLimits.ownDeviceDays * 24 : sessionLimits.mostHours;
  const expiresAt = new Date(Math.min(now.getTime() + most * 60 * minuteMs, until?.getTime() ?? Infinity));
  await tx.run(
    `insert into patient_sessions (site, "SessionId", kind, "PatientId", "GuarantorId", contact, "DateOfBirth", level, scope,
       "linkHash", "isOwnDevice", "deviceKey", device, "secretHash", "createdAt", "seenAt", "expiresAt", "KioskId", "VisitId")
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18)`,
    [
      site,
      SessionId,
      kind,
      PatientId,
      GuarantorId,
      contact,
      DateOfBirth,
      level,
      scope,
      linkHash,
      isOwnDevice,
      JSON.stringify(deviceKey),
      device,
      sha256(secret),
      now,
      expiresAt,
      KioskId,
      VisitId,
    ],
  );
  const detail = { principal: KioskId === null ? kind : 'kiosk', level };
  await audit(tx, site, {
    UserId: null,
    action: 'patient login',
    entity: 'patientSessions',
    pk: SessionId,
    PatientId,
    detail,
  });
  const row = await heldSession(tx, SessionId);
  if (!row) throw new Error('A session was not opened');
  return issue(tx, keys, { row, secret, now });
}

function heldSession(tx: Tx, SessionId: string): Promise<SessionRow | undefined> {
  return tx.maybe<SessionRow>(
    `select site, "SessionId", kind, "PatientId", "GuarantorId", level, scope, "isOwnDevice", "deviceKey", "secretHash",
       "previousHash", turn, "createdAt", "seenAt", "expiresAt", "endedAt", "VisitId"
     from patient_sessions where site = app_site() and "SessionId" = $1 for update`,
    [SessionId],
  );
}

async function issue(
  tx: Tx,
  keys: SigningKeys,
  { row, secret, now }: { row: SessionRow; secret: string; now: Date },
): Promise<Issued> {
  const { site, SessionId, kind, level, turn } = row;
  const scope = scopeNow(row, now);
  const sub = row.PatientId ?? row.GuarantorId ?? SessionId;
  const token = await signPatientToken(keys, { kind, sub, site, scope, level, sid: SessionId }, now);
  const names = await namesOf(tx, row, now);
  const session = { token, SessionId, turn, kind, level, scope, names };
  return { session, cookie: `${site}.${SessionId}.${secret}`, expiresAt: new Date(row.expiresAt) };
}

async function namesOf(tx: Tx, { PatientId, GuarantorId }: SessionRow, now: Date): Promise<string[]> {
  if (PatientId !== null) return [await firstNameOf(tx, PatientId)];
  if (GuarantorId === null) return [];
  const linked = await patientsOfGuarantor(tx, GuarantorId, await todayOf(tx, now));
  return linked.map(({ FirstName }) => FirstName);
}

/** On a device that stays known, what was opened by a code ends after its hours, and the rest goes on. */
function scopeNow({ scope, isOwnDevice, createdAt, seenAt }: SessionRow, now: Date): Scope {
  if (scope !== 'all' || !isOwnDevice) return scope;
  const isOver = now.getTime() - Date.parse(createdAt) > sessionLimits.mostHours * 60 * minuteMs;
  return isOver || isIdle(seenAt, now) ? 'kept' : 'all';
}

const isIdle = (seenAt: string, now: Date) => now.getTime() - Date.parse(seenAt) > sessionLimits.idleMinutes * minuteMs;

const isOver = ({ endedAt, expiresAt, isOwnDevice, seenAt }: SessionRow, now: Date) =>
  endedAt !== null || Date.parse(expiresAt) <= now.getTime() || (!isOwnDevice && isIdle(seenAt, now));

type Refreshed = Issued | 'expired';

/**
 * The next turn of a session, for the device that has its cookie and signs with its key. The cookie without the key is a
 * copy: the session ends. A device whose reply was lost asks again with the turn before, and gets the same once more; so
 * does one whose browser has the new cookie already, but whose page was closed before it noted the turn.
 */
export async function refreshSession(
  tx: Tx,
  keys: SigningKeys,
  given: { named: NamedSession; turn: number; signature: string; now: Date },
): Promise<Refreshed> {
  const { named, turn, signature, now } = given;
  const row = await heldSession(tx, named.SessionId);
  if (!row || isOver(row, now)) return 'expired';
  const hash = sha256(named.secret);
  const isCurrent = isSame(hash, row.secretHash) && turn === row.turn;
  const isFormer = row.previousHash !== null && isSame(hash, row.previousHash) && turn === row.turn - 1;
  const isUnnoted = isSame(hash, row.secretHash) && turn === row.turn - 1;
  const isOfSession = isSame(hash, row.secretHash) || (row.previousHash !== null && isSame(hash, row.previousHash));
  if (!isOfSession) return 'expired';
  if (!isSigned(row.deviceKey, turnText(row.SessionId, turn), signature) || (!isCurrent && !isFormer && !isUnnoted)) {
    await endPatientSession(tx, row, 'device not proven');
    return 'expired';
  }
  if (isUnnoted) return issue(tx, keys, { row, secret: named.secret, now });
  const next = nextSecrets(keys, row.SessionId, named.secret);
  if (isFormer) {
    const again = next.find((each) => isSame(sha256(each), row.secretHash));
    return again === undefined ? 'expired' : issue(tx, keys, { row, secret: again, now });
  }
  const [secret] = next;
  // What is idle too long stays 'kept' for good: the code's hours do not begin again with a refresh.
  const scope = scopeNow(row, now);
  await tx.run(
    `update patient_sessions set "secretHash" = $2, "previousHash" = "secretHash", turn = turn + 1, "seenAt" = $3, scope = $4
     where site = app_site() and "SessionId" = $1`,
    [row.SessionId, sha256(secret), now, scope],
  );
  return issue(tx, keys, { row: { ...row, scope, turn: row.turn + 1, seenAt: now.toISOString() }, secret, now });
}

export async function endPatientSession(
  tx: Tx,
  { site, SessionId, PatientId, kind, level }: Pick<SessionRow, 'site' | 'SessionId' | 'PatientId' | 'kind' | 'level'>,
  why: 'logout' | 'device not proven',
): Promise<boolean> {
  const ended = await tx.run(
    `update patient_sessions set "endedAt" = clock_timestamp(), "endedWhy" = $2 where site = app_site() and "SessionId" = $1 and "endedAt" is null`,
    [SessionId, why],
  );
  if (ended === 0) return false;
  const detail = { principal: kind, level, why };
  await audit(tx, site, {
    UserId: null,
    action: 'patient logout',
    entity: 'patientSessions',
    pk: SessionId,
    PatientId,
    detail,
  });
  return true;
}

/** Another token for a check-in at a kiosk; undefined where it has ended. */
export async function renewVisitToken(
  tx: Tx,
  keys: SigningKeys,
  { SessionId, now }: { SessionId: string; now: Date },
): Promise<string | undefined> {
  const row = await heldSession(tx, SessionId);
  if (!row || row.VisitId === null || isOver(row, now)) return undefined;
  await tx.run(`update patient_sessions set "seenAt" = $2 where site = app_site() and "SessionId" = $1`, [
    SessionId,
    now,
  ]);
  return (await issue(tx, keys, { row, secret: '', now })).session.token;
}

/** Ends the session of a cookie, by whichever of its last two secrets. */
export async function logOutPatient(tx: Tx, { SessionId, secret }: NamedSession): Promise<boolean> {
  const row = await heldSession(tx, SessionId);
  const hash = sha256(secret);
  if (!row || (hash !== row.secretHash && hash !== row.previousHash)) return false;
  return endPatientSession(tx, row, 'logout');
}

/** Who asks on the pages for patients: whose rows they see, and for whom of these they act. */
export type PatientCaller = {
  site: string;
  SessionId: string;
  kind: SessionRow['kind'];
  level: 'L1' | 'L2';
  scope: Scope;
  /** The day at the clinic. */
  today: string;
  patients: { PatientId: string; FirstName: string; isProxy: boolean }[];
  /** At a kiosk, the only visit it is about; null elsewhere. */
  VisitId: string | null;
};

/**
 * Who a token stands for just now, with the transaction narrowed to what they may see. The session is looked up: one that
 * staff has ended, or a guarantor whose time is over, ends with the next call.
 *
 * @throws AppError `signed-out` with the sentence of spec 8 for an expired login.
 */
export async function patientCaller(tx: Tx, claims: PatientClaims, now: Date): Promise<PatientCaller> {
  const row = await heldSession(tx, claims.sid);
  if (!row || isOver(row, now)) throw new AppError('signed-out', refusals.loginExpired.en);
  const today = await todayOf(tx, now);
  const { site, SessionId, kind, level } = row;
  const scope = claims.scope === 'all' ? scopeNow(row, now) : claims.scope;
  const patients = await patientsOf(tx, row, today);
  if (kind !== 'unrecognized' && patients.length === 0) fail('no-permission', refusals.loginProblem.en);
  await narrowToPatients(
    tx,
    patients.map(({ PatientId }) => PatientId),
  );
  return { site, SessionId, kind, level, scope, today, patients, VisitId: row.VisitId };
}

async function patientsOf(
  tx: Tx,
  { PatientId, GuarantorId }: SessionRow,
  today: string,
): Promise<PatientCaller['patients']> {
  if (PatientId !== null) return [{ PatientId, FirstName: await firstNameOf(tx, PatientId), isProxy: false }];
  if (GuarantorId === null) return [];
  const linked = await patientsOfGuarantor(tx, GuarantorId, today);
  return linked.map((one) => ({
    PatientId: one.PatientId,
    FirstName: one.FirstName,
    isProxy: guarantorReach({ ...one, From: today, Until: null }, one, today) === 'acts',
  }));
}
