import type { Tx } from '#server/kit/context.ts';

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
