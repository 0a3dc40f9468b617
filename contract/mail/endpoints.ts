import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';

export const Mail = z.object({
  MailId: z.uuid(),
  at: Instant,
  to: z.string(),
  subject: z.string(),
  body: z.string(),
});
export type Mail = z.output<typeof Mail>;

/** More than a page is read through. */
export const mostMails = 200;

export const mailEndpoints = {
  list: {
    call: 'GET /company/mail',
    access: { all: ['access company', 'manage users'] },
    summary: `The last ${mostMails} mails the site wrote, newest first; none to somebody who may do more than the caller.`,
    input: z.strictObject({}),
    reply: z.object({ mails: z.array(Mail) }),
  },
} as const satisfies OnlineTable;
