import { codeLimits } from '#contract/patient-login/limits.ts';
import type { Tx } from '#server/kit/context.ts';
import type { PatientLink } from '#server/kit/messages/links.ts';

type NewChange = {
  ContactChangeId: string;
  PatientId: string;
  contactHash: string;
  contact: string;
  codeHash: string;
  now: Date;
};

/** The newest code alone is valid. */
export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  const { ContactChangeId, PatientId, contactHash, contact, codeHash, now } = change;
  await tx.run(
    `update contact_changes set "voidAt" = $2, contact = null
     where site = app_site() and "PatientId" = $1 and "provedAt" is null and "voidAt" is null`,
    [PatientId, now],
  );
  await tx.run(
    `insert into contact_changes (site, "ContactChangeId", "PatientId", "contactHash", contact, "codeHash", "createdAt", "sentAt", "expiresAt")
     values (app_site(), $1, $2, $3, $4, $5, $6, $6, $6::timestamptz + make_interval(mins => ${codeLimits.codeMinutes}))`,
    [ContactChangeId, PatientId, contactHash, contact, codeHash, now],
  );
}

export async function changesToday(tx: Tx, PatientId: string, now: Date): Promise<number> {
  const row = await tx.maybe<{ count: number }>(
    `select count(*)::int as count from contact_changes
     where site = app_site() and "PatientId" = $1 and "createdAt" > $2::timestamptz - interval '1 day'`,
    [PatientId, now],
  );
  return row?.count ?? 0;
}

/** One that still takes its code, held until the transaction ends. */
export function holdChange(
  tx: Tx,
  { ContactChangeId, PatientId }: Pick<NewChange, 'ContactChangeId' | 'PatientId'>,
  now: Date,
): Promise<{ codeHash: string; contact: string } | undefined> {
  return tx.maybe(
    `select "codeHash", contact from contact_changes where site = app_site() and "ContactChangeId" = $1 and "PatientId" = $2
       and "provedAt" is null and "voidAt" is null and "expiresAt" > $3 and tries < ${codeLimits.tries} for update`,
    [ContactChangeId, PatientId, now],
  );
}

export async function noteWrongCode(tx: Tx, ContactChangeId: string): Promise<void> {
  await tx.run(`update contact_changes set tries = tries + 1 where site = app_site() and "ContactChangeId" = $1`, [
    ContactChangeId,
  ]);
}

type Proved = { ContactChangeId: string; PatientId: string; notices: string[]; now: Date };

/** What was proved before gives way: its number is not the patient's any more. */
export async function noteProved(tx: Tx, { ContactChangeId, PatientId, notices, now }: Proved): Promise<void> {
  await tx.run(
    `update contact_changes set "voidAt" = $2 where site = app_site() and "PatientId" = $1 and "provedAt" is not null and "voidAt" is null`,
    [PatientId, now],
  );
  await tx.run(
    `update contact_changes set "provedAt" = $2, contact = null, "noticeIds" = $3
     where site = app_site() and "ContactChangeId" = $1`,
    [ContactChangeId, now, notices],
  );
}

/** Every link and login of the former number ends but the one in use. */
export async function putMobile(tx: Tx, { PatientId, secretHash }: PatientLink, contact: string): Promise<void> {
  await tx.rows(`select set_config('app.proved_on', $1, true)`, [secretHash]);
  await tx.run(`update patients set "Phone" = $2 where site = app_site() and "PatientId" = $1`, [PatientId, contact]);
}
