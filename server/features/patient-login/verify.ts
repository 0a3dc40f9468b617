import { fail } from '#contract/base/errors.ts';
import { contactOf } from '#contract/patient-login/contact.ts';
import type { DeviceKey, LoginChoice, PatientSession } from '#contract/patient-login/endpoints.ts';
import { codeLimits } from '#contract/patient-login/limits.ts';
import type { LinkPurpose, Scope } from '#contract/patient-login/principal.ts';
import { codeMessage } from '#contract/words/login-page.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { z } from 'zod';
import { audit } from '#server/kit/audit/audit.ts';
import { sha256, type SigningKeys } from '#server/kit/auth/tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { openPatientLink, parseToken, revokeLink, noteWrongDate } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { writeCode } from '#server/kit/messages/write-code.ts';
import {
  countsOf,
  firstNameOf,
  holdAttempt,
  patientsOfGuarantor,
  setAttempt,
  todayOf,
  type Attempt,
  type Subject,
} from './rows.ts';
import { isCode, isDeviceKey, isSame } from './secrets.ts';
import { openPatientSession, type Opening } from './sessions.ts';

export type Device = { deviceKey: DeviceKey; isOwnDevice: boolean; device: string };
export type Verified = {
  session: z.output<typeof PatientSession> | null;
  choices: z.output<typeof LoginChoice>[];
  cookie?: string;
  expiresAt?: Date;
};
type Parts = { database: Database; keys: SigningKeys; now: Date };
type Tried = { attemptId: string; cookie: string; site: string };

const refusedKey = 'This device has no usable key. Update its browser, or use another one.';

/**
 * Looks at a code. A wrong one counts, and so does one for an attempt that no code was sent for: the answer is the same
 * sentence for a wrong, a used, a late, a foreign and a code that never was.
 */
export async function verifyCode(parts: Parts, tried: Tried, given: Device & { code: string }): Promise<Verified> {
  const { database, keys, now } = parts;
  if (!isDeviceKey(given.deviceKey)) fail('invalid', refusedKey);
  const code = given.code.replace(/\D/g, '');
  const found = await database.tx(messagesOf(tried.site), async (tx) => {
    const attempt = await heldAttempt(tx, tried);
    if (!attempt) return null;
    const isInTime = Date.parse(attempt.expiresAt) > now.getTime() && attempt.tries < codeLimits.tries;
    const counted = await countsOf(tx, { contactHash: attempt.contactHash, isKnown: true, now });
    const isPaused = counted.wrongToday >= codeLimits.wrongPerDay;
    // Looked at in every case: how long it takes tells nothing.
    const isRight = isCode(keys, attempt.AttemptId, { code, hash: attempt.codeHash ?? '' });
    if (attempt.state === 'sent' && isInTime && !isPaused && isRight) return goOn(tx, parts, attempt, given);
    if (isInTime) await setAttempt(tx, attempt.AttemptId, { isWrong: true });
    if (isInTime && counted.wrongToday + 1 === codeLimits.wrongPerDay) await tellPaused(tx, attempt, now);
    return null;
  });
  return found ?? fail('no-permission', refusals.wrongCode.en);
}

/** One of the people whom the code fits, once it was right. */
export async function choosePerson(parts: Parts, tried: Tried, given: Device & { id: string }): Promise<Verified> {
  if (!isDeviceKey(given.deviceKey)) fail('invalid', refusedKey);
  const found = await parts.database.tx(messagesOf(tried.site), async (tx) => {
    const attempt = await heldAttempt(tx, tried);
    const subject = attempt?.subjects.find(({ id }) => id === given.id);
    if (attempt?.state !== 'right' || !subject || Date.parse(attempt.expiresAt) <= parts.now.getTime()) return null;
    return opened(tx, parts, { attempt, subject, device: given });
  });
  return found ?? fail('no-permission', refusals.wrongCode.en);
}

async function heldAttempt(tx: Tx, { attemptId, cookie }: Tried): Promise<Attempt | undefined> {
  const attempt = await holdAttempt(tx, attemptId);
  return attempt && isSame(sha256(cookie), attempt.cookieHash) ? attempt : undefined;
}

async function goOn(tx: Tx, parts: Parts, attempt: Attempt, device: Device): Promise<Verified> {
  const [first, ...others] = attempt.subjects;
  if (others.length === 0) return opened(tx, parts, { attempt, subject: first, device });
  await setAttempt(tx, attempt.AttemptId, { state: 'right' });
  const choices = [];
  for (const { kind, id } of attempt.subjects)
    choices.push({ kind, id, names: await namesOf(tx, { kind, id }, parts.now) });
  return { session: null, choices };
}

async function namesOf(tx: Tx, { kind, id }: Subject, now: Date): Promise<string[]> {
  if (kind === 'patient') return [await firstNameOf(tx, id)];
  return (await patientsOfGuarantor(tx, id, await todayOf(tx, now))).map(({ FirstName }) => FirstName);
}

async function opened(
  tx: Tx,
  { keys, now }: Parts,
  { attempt, subject, device }: { attempt: Attempt; subject: Subject | undefined; device: Device },
): Promise<Verified> {
  await setAttempt(tx, attempt.AttemptId, { state: 'used' });
  const { site, contact, DateOfBirth } = attempt;
  const { deviceKey, isOwnDevice, device: name } = device;
  const how = { site, level: 'L2', scope: 'all', deviceKey, isOwnDevice, device: name } as const;
  const opening: Opening = subject
    ? {
        ...how,
        kind: subject.kind,
        ...(subject.kind === 'patient' ? { PatientId: subject.id } : { GuarantorId: subject.id }),
      }
    : { ...how, kind: 'unrecognized', contact, DateOfBirth, isOwnDevice: false };
  return { ...(await openPatientSession(tx, keys, opening, now)), choices: [] };
}

/** People the clinic knows hear why no code comes; whoever typed a stranger's number learns nothing. */
async function tellPaused(tx: Tx, { site, subjects, language }: Attempt, now: Date): Promise<void> {
  const words = codeMessage[language];
  for (const { kind, id } of subjects) {
    const row = await tx.maybe<{ Email: string | null; Phone: string | null }>(
      kind === 'patient'
        ? `select "Email", "Phone" from patients where site = app_site() and "PatientId" = $1`
        : `select "Email", "Phone" from patient_guarantors where site = app_site() and "GuarantorId" = $1 limit 1`,
      [id],
    );
    const contact = contactOf(row?.Email ?? '') ?? contactOf(row?.Phone ?? '');
    if (contact)
      await writeCode(tx, site, {
        contact,
        subject: words.pausedSubject,
        text: words.paused,
        kind: 'codesPaused',
        now,
      });
  }
}

const scopes: { [P in LinkPurpose]?: Scope } = {
  visits: 'visits',
  intake: 'intake',
  hep: 'hep',
  pay: 'pay',
};

/** A link with the birth date of its patient. Five wrong dates end the link; every dead link says the same. */
export async function openByLink(
  parts: Parts,
  given: Device & { token: string; DateOfBirth: string },
): Promise<Verified> {
  const { database, keys, now } = parts;
  const named = parseToken(given.token);
  if (!named) fail('not-found', refusals.deadVisitLink.en);
  if (!isDeviceKey(given.deviceKey)) fail('invalid', refusedKey);
  const outcome = await database.tx(messagesOf(named.site), async (tx) => {
    const link = await openPatientLink(tx, named, now);
    const scope = link && scopes[link.purpose];
    if (!link || !scope || link.isEnded) return 'dead';
    const patient = await tx.maybe<{ DateOfBirth: string }>(
      `select "DateOfBirth" from patients where site = app_site() and "PatientId" = $1 and "DeathDate" is null`,
      [link.PatientId],
    );
    if (!patient) return 'dead';
    if (patient.DateOfBirth !== given.DateOfBirth) {
      const wrong = await noteWrongDate(tx, link);
      const { site, PatientId } = link;
      const detail = { principal: 'link', level: 'L0', purpose: link.purpose };
      await audit(tx, site, {
        UserId: null,
        action: 'patient login failed',
        entity: 'patientLinks',
        pk: PatientId,
        PatientId,
        detail,
      });
      if (wrong < codeLimits.wrongDates) return 'wrong';
      await revokeLink(tx, link, 'wrong dates');
      return 'dead';
    }
    const { deviceKey, isOwnDevice, device } = given;
    const { site, PatientId, secretHash: linkHash, expiresAt } = link;
    const opening = {
      site,
      kind: 'patient',
      level: 'L1',
      scope,
      PatientId,
      linkHash,
      deviceKey,
      isOwnDevice,
      device,
    } as const;
    return openPatientSession(tx, keys, { ...opening, until: new Date(expiresAt) }, now);
  });
  if (outcome === 'dead') fail('not-found', refusals.deadVisitLink.en);
  if (outcome === 'wrong') fail('no-permission', refusals.wrongDate.en);
  return { ...outcome, choices: [] };
}
