import type { mailEndpoints } from '#contract/mail/endpoints.ts';
import { mayTakeInHand } from '#contract/users/rights.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { isMailSent, withoutSecrets } from '#server/kit/mail/spool.ts';
import { lastMails } from './store.ts';

export const mailHandlers: Handlers<typeof mailEndpoints> = {
  /** A link in a mail opens the account it was written for: nobody reads one to somebody who may do more than they do. */
  list: async (_input, { tx, caller }) => {
    const { site, UserId } = caller;
    const mails = await lastMails(tx, site);
    await audit(tx, site, { UserId, action: 'read mails', entity: 'outgoingMail', pk: site });
    const isSent = isMailSent();
    const theirs = mails.filter((written) => mayTakeInHand(caller, written)).map(({ mail }) => mail);
    return { isSent, mails: isSent ? theirs.map((mail) => ({ ...mail, body: withoutSecrets(mail.body) })) : theirs };
  },
};
