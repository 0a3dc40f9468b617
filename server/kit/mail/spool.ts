import type { Tx } from '#server/kit/context.ts';

/** `UserId` is whose account it is about, where it is about one. */
export type NewMail = { site: string; UserId: string | null; to: string; subject: string; body: string };

/** Writes a mail in the same transaction as what it tells of: both are there or neither. */
export async function putMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx.run(`insert into outgoing_mail (site, "UserId", "to", subject, body) values ($1, $2, $3, $4, $5)`, [
    mail.site,
    mail.UserId,
    mail.to,
    mail.subject,
    mail.body,
  ]);
}
