import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';

/**
 * `kept`: written while no mail server was configured, and readable here alone. `sending`: on its way just now.
 */
export const MailState = z.enum(['kept', 'waiting', 'sending', 'sent', 'failed']);
export type MailState = z.output<typeof MailState>;

export const Mail = z.object({
  MailId: z.uuid(),
  at: Instant,
  to: z.string(),
  subject: z.string(),
  /** Without the secrets of links where mails are sent. */
  body: z.string(),
  state: MailState,
  sentAt: Instant.nullable(),
  /** Why it has not gone out, in one sentence. */
  problem: z.string().nullable(),
});
export type Mail = z.output<typeof Mail>;

/** More than a page is read through. */
export const mostMails = 200;

export const mailEndpoints = {
  list: {
    call: 'GET /company/mail',
    access: { all: ['access company', 'manage users'] },
    noChart: 'Emails to the staff.',
    summary: `Lists the last ${mostMails} emails of the site, newest first. Emails to people with more rights are left out.`,
    input: z.strictObject({}),
    reply: z.object({
      /** Whether a mail server is configured; otherwise mails arrive on the page. */
      isSent: z.boolean(),
      mails: z.array(Mail),
    }),
  },
} as const satisfies OnlineTable;
