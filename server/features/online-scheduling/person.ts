import { createHmac } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import { reachOf, type Reach } from '#contract/patient-login/principal.ts';
import { refusals } from '#contract/words/refusals.ts';
import { typedInSession, type PatientCaller } from '#server/features/patient-login/store.ts';
import { readVisit } from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';

/** Who books: a patient, or somebody the clinic does not know. */
export type Booker = {
  site: string;
  SessionId: string;
  kind: 'patient' | 'unrecognized';
  level: 'L1' | 'L2';
  PatientId: string | null;
  /** At a kiosk: the case of the visit that is checked in, the only one to book for; null elsewhere. */
  kioskCaseId: string | null;
};

/**
 * The person behind a session, who may book: known by a code, by a code and not known to the clinic, or at a kiosk while
 * they check in. Guarantors do not book (spec 2), nor does who came by a link alone.
 */
export async function bookerOf(tx: Tx, caller: PatientCaller): Promise<Booker> {
  const { site, SessionId, kind, level, scope, patients, VisitId } = caller;
  const known = VisitId === null ? level : 'kiosk';
  const reach: Reach | null =
    kind === 'guarantor' ? null : reachOf(kind === 'patient' ? known : 'unrecognized', 'book', scope);
  if (kind === 'guarantor' || reach === null) fail('no-permission', refusals.loginProblem.en);
  const visit = VisitId === null ? null : await readVisit(tx, VisitId);
  if (visit === undefined) fail('no-permission', refusals.loginProblem.en);
  return {
    site,
    SessionId,
    kind,
    level,
    PatientId: patients[0]?.PatientId ?? null,
    kioskCaseId: visit?.CaseId ?? null,
  };
}

/** Every look and every answer is written down with who it was and how well known. */
export async function noteBooker(
  tx: Tx,
  { site, SessionId, kind, level, PatientId, kioskCaseId }: Booker,
  action: 'patient read' | 'patient change',
): Promise<void> {
  const detail = { principal: kioskCaseId === null ? kind : 'kiosk', level, session: SessionId };
  await audit(tx, site, { UserId: null, action, entity: 'bookingHolds', pk: SessionId, PatientId, detail });
}

/**
 * The key that seals on the phone what a person types here: the same after their next login, and nobody else’s, so that
 * what was typed before a login ended is theirs alone. At a kiosk nothing is kept: its key opens nothing elsewhere.
 */
export async function inputKeyOf(
  tx: Tx,
  { site, SessionId, PatientId, kioskCaseId }: Booker,
  secret: Buffer,
): Promise<string> {
  const typed = PatientId === null ? await typedInSession(tx, SessionId) : undefined;
  const who = typed ? [typed.contact, typed.DateOfBirth] : [(kioskCaseId === null ? PatientId : null) ?? SessionId];
  return createHmac('sha256', secret)
    .update(JSON.stringify([site, ...who]))
    .digest('base64url');
}
