import { holds } from '#contract/base/permissions.ts';
import type { mailEndpoints } from '#contract/mail/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { lastMails } from './store.ts';

export const mailHandlers: Handlers<typeof mailEndpoints> = {
  /** A link in a mail opens the account it was written for: nobody reads one to somebody who may do more than they do. */
  list: async (_input, { tx, caller }) => {
    const mails = await lastMails(tx, caller.site);
    const isReadable = ({ SuperUser, can }: (typeof mails)[number]) =>
      caller.SuperUser || (!SuperUser && can.every((permission) => holds(caller.can, permission)));
    return { mails: mails.filter(isReadable).map(({ mail }) => mail) };
  },
};
