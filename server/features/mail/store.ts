import type { z } from 'zod';
import { mostMails, type Mail } from '#contract/mail/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';

/** A link in a mail opens the account it was written for: nobody below a superuser may read those of one. */
export function lastMails(
  tx: Tx,
  { site, SuperUser }: { site: string; SuperUser: boolean },
): Promise<z.input<typeof Mail>[]> {
  return tx.rows(
    `select m."MailId", to_jsonb(m.at) #>> '{}' as at, m."to", m.subject, m.body
     from outgoing_mail m left join users u on u.site = m.site and u."UserId" = m."UserId"
     where m.site = $1 and ($2 or not coalesce(u."SuperUser", false)) order by m.at desc, m."MailId" limit ${mostMails}`,
    [site, SuperUser],
  );
}
