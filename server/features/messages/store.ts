import type { z } from 'zod';
import { mostMessages } from '#contract/messages/endpoints.ts';
import { maskedRecipient, type SentMessage } from '#contract/messages/message.ts';
import type { Tx } from '#server/kit/context.ts';

/** What a patient sees of a visit and does about it, by whichever way they come. */
export { askForAnotherTime, cannotCome, confirmVisit, shownVisit } from './visit-answers.ts';
export { facilityOf, siteOf } from './link-rows.ts';
export { askForApproval } from './visit-answers.ts';

type Line = z.input<typeof SentMessage>;

/** The last messages; how an e-mail fares is told by the spool it went into. */
export async function lastMessages(tx: Tx): Promise<Line[]> {
  const rows = await tx.rows<{ row: Line }>(
    `select jsonb_build_object('MessageId', o."MessageId", 'channel', o.channel, 'kind', o.kind,
       'PatientId', o."PatientId", 'name', coalesce(p."LastName" || ', ' || p."FirstName",
         case when o."PatientId" is null then 'Someone logging in' else 'A patient who is gone' end), 'to', o.recipient,
       'subject', o.subject, 'body', coalesce(m.body, o.body), 'state', coalesce(m.state, o.state),
       'writtenAt', o."createdAt", 'notBefore', o."notBefore", 'sentAt', coalesce(m."sentAt", o."sentAt"),
       'problem', coalesce(m.problem, o.problem)) as row
     from outbound_messages o
     left join patients p on p.site = o.site and p."PatientId" = o."PatientId"
     left join outgoing_mail m on m.site = o.site and m."MailId" = o."MailId"
     where o.site = app_site() order by o."createdAt" desc, o."MessageId" limit ${mostMessages}`,
  );
  return rows.map(({ row }) => ({
    ...row,
    to: maskedRecipient(row.channel, row.to),
    problem: aboutPatients(row.problem),
  }));
}

/** The spool speaks of links to accounts, which are sent again by hand. */
function aboutPatients(problem: string | null): string | null {
  return (
    problem
      ?.replace('Correct it, then send the link again.', 'Correct it in the chart.')
      .replace(' Send the link again.', '') ?? null
  );
}

export function textOf(tx: Tx, id: string): Promise<{ channel: string; recipient: string } | undefined> {
  return tx.maybe(`select channel, recipient from outbound_messages where site = app_site() and "MessageId" = $1`, [
    id,
  ]);
}
