import { fail } from '#contract/base/errors.ts';
import type { accountEndpoints } from '#contract/account/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { atHome } from '#server/kit/home-site.ts';
import { sendAccountLink } from '#server/kit/mail/account-links.ts';
import { ownAccount } from './store.ts';

export const accountHandlers: Handlers<typeof accountEndpoints> = {
  get: (_input, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      const own = await ownAccount(tx, { site, UserId: caller.UserId });
      return own ?? fail('not-found', 'There is no such user.');
    }),

  verifyEmail: (_input, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      await sendAccountLink(tx, { user: { site, UserId: caller.UserId }, kind: 'verify' });
      return { sent: true };
    }),
};
