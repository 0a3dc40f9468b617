import { randomUUID } from 'node:crypto';
import type { MailState } from '#contract/mail/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';
import { withoutLinks } from '#server/kit/messages/links.ts';

/** `UserId` is whose account it is about, where it is about one; mail to patients is listed with the messages to them. */
export type NewMail = {
  site: string;
  UserId: string | null;
  to: string;
  subject: string;
  body: string;
  isForPatient?: true;
  /** The path of a link that ends such emails by one press (RFC 8058). */
  unsubscribe?: string | null;
};
/** A mail that one process holds for sending; `tries` counts this one. */
export type ClaimedMail = {
  site: string;
  MailId: string;
  claimId: string;
  MessageId: string;
  to: string;
  subject: string;
  body: string;
  unsubscribe: string | null;
  tries: number;
};
/** What became of a try: gone, to be tried again after some minutes, or never. */
export type Outcome = { state: 'sent' } | { state: 'waiting'; problem: string } | { state: 'failed'; problem: string };

/** Longer than the longest try: whoever holds a mail for so long has died. */
const claimMinutes = 5;
const longestWaitMinutes = 60;

let domain: string | null = null;

/** Mail written from now on goes to an SMTP server, and its Message-ID names this domain; told once when the server is built. */
export function sendMailFrom(senderDomain: string | null): void {
  domain = senderDomain;
}

/** Whether mails leave this machine: then nobody reads the secrets in them on a page. */
export function isMailSent(): boolean {
  return domain !== null;
}

/** Writes a mail in the same transaction as what it tells of: both are there or neither. */
export async function putMail(tx: Tx, mail: NewMail): Promise<{ MailId: string; isSent: boolean }> {
  const MailId = randomUUID();
  const state: MailState = domain === null ? 'kept' : 'waiting';
  const MessageId = domain === null ? null : `<${MailId}@${domain}>`;
  await tx.run(
    `insert into outgoing_mail (site, "MailId", "UserId", "to", subject, body, state, "MessageId", "forPatient", unsubscribe)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      mail.site,
      MailId,
      mail.UserId,
      mail.to,
      mail.subject,
      mail.body,
      state,
      MessageId,
      mail.isForPatient ?? false,
      // A mail that is kept here reaches no mail program.
      domain === null ? null : (mail.unsubscribe ?? null),
    ],
  );
  if (domain !== null) await tx.rows(`select tell_after_commit('mail ' || $1)`, [mail.site]);
  return { MailId, isSent: domain !== null };
}

/** Takes the mail of a site that is due first; no other process gets it before its claim has run out. */
export function claimMail(tx: Tx, site: string): Promise<ClaimedMail | undefined> {
  return tx.maybe<ClaimedMail>(
    `update outgoing_mail set state = 'sending', tries = tries + 1, "claimId" = $2,
       "dueAt" = clock_timestamp() + make_interval(mins => ${claimMinutes})
     where site = $1 and "MailId" = (
       select "MailId" from outgoing_mail where site = $1 and state in ('waiting', 'sending') and "dueAt" <= clock_timestamp()
       order by "dueAt", at limit 1 for update skip locked)
     returning site, "MailId", "claimId", "MessageId", "to", subject, body, unsubscribe, tries`,
    [site, randomUUID()],
  );
}

/** Notes what became of a claimed mail; nothing when somebody else holds it by now. What will not be sent again loses its secret. */
export async function settleMail(tx: Tx, mail: ClaimedMail, outcome: Outcome): Promise<void> {
  const isOver = outcome.state !== 'waiting';
  const waits = Math.min(2 ** Math.min(mail.tries - 1, 10), longestWaitMinutes);
  await tx.run(
    `update outgoing_mail set state = $4, problem = $5, body = $6, "claimId" = null, unsubscribe = case when $4 = 'waiting' then unsubscribe end,
       "sentAt" = case when $4 = 'sent' then clock_timestamp() end, "dueAt" = clock_timestamp() + make_interval(mins => $7)
     where site = $1 and "MailId" = $2 and "claimId" = $3`,
    [
      mail.site,
      mail.MailId,
      mail.claimId,
      outcome.state,
      'problem' in outcome ? outcome.problem : null,
      isOver ? withoutSecrets(mail.body) : mail.body,
      waits,
    ],
  );
}

/** The text without the links that open an account or a patient's page. */
export function withoutSecrets(body: string): string {
  return withoutLinks(body.replace(/\S+\/account\/link#\S+/g, '(only the email shows the link)'));
}
