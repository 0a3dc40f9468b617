import { audit } from '../audit/audit.ts';
import type { Caller, Tx } from '../context.ts';
import { putMail } from '../mail/spool.ts';

/** A chart opened under emergency access; the times are those of the device, where it opened the chart by itself. */
export type OpenedInEmergency = {
  id: string;
  UserId: string;
  PatientId: string;
  reason: string;
  startedAt: string;
  openedAt: string;
  offline: boolean;
};

/** Puts a chart on record, once for each emergency access, for review and in the audit log; false when it was there. */
export async function recordOpened(tx: Tx, site: string, one: OpenedInEmergency): Promise<boolean> {
  const { id, UserId, PatientId, reason, offline, startedAt, openedAt } = one;
  const added = await tx.run(
    `insert into emergency_accesses (site, "EmergencyAccessId", "PatientId", "UserId", reason, offline, "startedAt", "openedAt")
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [site, id, PatientId, UserId, reason, offline, startedAt, openedAt],
  );
  if (added === 0) return false;
  const detail = { reason, offline: String(offline), access: id, startedAt, openedAt };
  await audit(tx, site, { UserId, action: 'emergency access', entity: 'patients', pk: PatientId, PatientId, detail });
  return true;
}

/** The same for a chart the server has just shown to somebody whose emergency access lasts. */
export async function noteEmergencyView(
  tx: Tx,
  { site, UserId, emergency }: Caller & { emergency: NonNullable<Caller['emergency']> },
  PatientId: string,
): Promise<void> {
  const { id, reason, startedAt } = emergency;
  const openedAt = new Date().toISOString();
  await recordOpened(tx, site, { id, UserId, PatientId, reason, startedAt, openedAt, offline: false });
}

const howToReview =
  'Mainstay records the reason and each opened chart. Open the menu with your name there and choose ' +
  '“Emergency access”';

/**
 * To everybody else who manages users and may sign in. No reason and no patient: mail leaves the house, and a typed
 * reason may name somebody.
 */
export async function tellReviewers(
  tx: Tx,
  { site, UserId, siteName }: { site: string; UserId: string; siteName: string },
  { what, toDo }: { what: string; toDo: string },
): Promise<void> {
  const reviewers = await tx.rows<{ UserId: string; Email: string }>(
    `select "UserId", "Email" from users where site = $1 and "UserId" <> $2 and not "Disabled"
       and can @> array['manage users'] order by "Email"`,
    [site, UserId],
  );
  const mail = { subject: `Emergency access at ${siteName}`, body: `${what}\n\n${howToReview} ${toDo}` };
  for (const to of reviewers) await putMail(tx, { site, UserId: to.UserId, to: to.Email, ...mail });
}
