import type { z } from 'zod';
import { mostMails, type Mail } from '#contract/mail/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';
import { ownProviderIds } from '#server/kit/db/own-providers.ts';

/** A mail, and what the user it was written to may do; nobody of this site has no rights. */
export type WrittenMail = {
  mail: z.input<typeof Mail>;
  SuperUser: boolean;
  can: string[];
  facilityIds: string[] | null;
  providerIds: string[] | null;
  ownProviderIds: string[];
};

export function lastMails(tx: Tx, site: string): Promise<WrittenMail[]> {
  return tx.rows(
    `select jsonb_build_object('MailId', m."MailId", 'at', m.at, 'to', m."to", 'subject', m.subject, 'body', m.body,
              'state', m.state, 'sentAt', m."sentAt", 'problem', m.problem) as mail,
            coalesce(u."SuperUser", false) as "SuperUser", coalesce(u.can, '{}') as can,
            case when u."UserId" is null then '{}' else u."facilityIds" end as "facilityIds",
            case when u."UserId" is null then '{}' else u."providerIds" end as "providerIds",
            ${ownProviderIds}
     from outgoing_mail m left join users u on u.site = m.site and u."UserId" = m."UserId"
     where m.site = $1 and not m."forPatient" order by m.at desc, m."MailId" limit ${mostMails}`,
    [site],
  );
}
