import { contactOf } from '#contract/patient-login/contact.ts';
import type { Tx } from '#server/kit/context.ts';
import { contactHashOf } from '#server/kit/messages/ledger.ts';
import { subjectsOf, todayOf } from './rows.ts';

/** What somebody unknown logged in with: a code reached the contact. */
export function typedInSession(
  tx: Tx,
  SessionId: string,
): Promise<{ contact: string; DateOfBirth: string } | undefined> {
  return tx.maybe(
    `select contact, "DateOfBirth"::text as "DateOfBirth" from patient_sessions
     where site = app_site() and "SessionId" = $1 and kind = 'unrecognized' for update`,
    [SessionId],
  );
}

/** Who was just registered with what this session began with is that patient from here on, as with their next login. */
export async function recognize(tx: Tx, SessionId: string, PatientId: string): Promise<void> {
  await tx.run(
    `update patient_sessions set kind = 'patient', "PatientId" = $2, contact = null, "DateOfBirth" = null
     where site = app_site() and "SessionId" = $1 and kind = 'unrecognized'`,
    [SessionId, PatientId],
  );
}

/** The patient whom a session stands for by now: somebody unknown may have been registered since it was looked up. */
export async function patientInSession(tx: Tx, SessionId: string): Promise<string | null> {
  const row = await tx.maybe<{ PatientId: string | null }>(
    `select "PatientId" from patient_sessions where site = app_site() and "SessionId" = $1`,
    [SessionId],
  );
  return row?.PatientId ?? null;
}

type Typed = { contact: string; DateOfBirth: string };

/**
 * The patients whom a login with the same contact and birth date would find by now. Until the transaction ends nobody
 * else who asks this about the contact is answered, so that of two sessions the second finds whom the first registers.
 */
export async function fittingNow(
  tx: Tx,
  site: string,
  { contact: typed, DateOfBirth }: Typed,
  now: Date,
): Promise<string[]> {
  const contact = contactOf(typed);
  if (!contact) return [];
  const contactHash = contactHashOf(site, contact);
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`patient of contact ${contactHash}`]);
  const today = await todayOf(tx, now);
  const found = await subjectsOf(tx, { contact, contactHash, DateOfBirth, agl: false, today, now });
  return found.map(({ id }) => id);
}
