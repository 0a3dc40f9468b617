import { createHmac } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import { reachOf, type Reach } from '#contract/patient-login/principal.ts';
import { refusals } from '#contract/words/refusals.ts';
import { typedInSession, type PatientCaller } from '#server/features/patient-login/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';

/** Who books: a patient, or somebody the clinic does not know. */
export type Booker = {
  site: string;
  SessionId: string;
  kind: 'patient' | 'unrecognized';
  level: 'L1' | 'L2';
  PatientId: string | null;
};

/**
 * The person behind a session, who may book: known by a code, or by a code and not known to the clinic. Guarantors do
 * not book (spec 2), nor does who came by a link alone.
 */
export function bookerOf({ site, SessionId, kind, level, scope, patients }: PatientCaller): Booker {
  const reach: Reach | null =
    kind === 'guarantor' ? null : reachOf(kind === 'patient' ? level : 'unrecognized', 'book', scope);
  if (kind === 'guarantor' || reach === null) fail('no-permission', refusals.loginProblem.en);
  return { site, SessionId, kind, level, PatientId: patients[0]?.PatientId ?? null };
}

/** Every look and every answer is written down with who it was and how well known. */
export async function noteBooker(
  tx: Tx,
  { site, SessionId, kind, level, PatientId }: Booker,
  action: 'patient read' | 'patient change',
): Promise<void> {
  const detail = { principal: kind, level, session: SessionId };
  await audit(tx, site, { UserId: null, action, entity: 'bookingHolds', pk: SessionId, PatientId, detail });
}

/**
 * The key that seals on the phone what a person types here: the same after their next login, and nobody else’s, so that
 * what was typed before a login ended is theirs alone.
 */
export async function inputKeyOf(tx: Tx, { site, SessionId, PatientId }: Booker, secret: Buffer): Promise<string> {
  const typed = PatientId === null ? await typedInSession(tx, SessionId) : undefined;
  const who = typed ? [typed.contact, typed.DateOfBirth] : [PatientId ?? SessionId];
  return createHmac('sha256', secret)
    .update(JSON.stringify([site, ...who]))
    .digest('base64url');
}
