import { fail } from '#contract/base/errors.ts';
import type { accountEndpoints } from '#contract/account/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { atHome, inSite } from '#server/kit/auth/home-site.ts';
import { hasEnoughLinks, sendAccountLink } from '#server/kit/mail/account-links.ts';
import { endOwnSession, endSessionsOfUser } from '#server/kit/auth/sessions.ts';
import { ownPasskeys } from '#server/kit/auth/passkeys/passkeys.ts';
import { noPasskey } from './passkeys.ts';
import { renamePasskey } from './passkey-store.ts';
import { ownAccount, siteOfSession, standingSessions } from './store.ts';

export const accountHandlers: Handlers<typeof accountEndpoints> = {
  get: (_input, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      const own = await ownAccount(tx, { site, UserId: caller.UserId });
      return own ?? fail('not-found', 'This user was not found.');
    }),

  sessions: (_input, { tx, caller }) =>
    atHome(tx, caller, async () => {
      const { UserId, SessionId: here } = caller;
      return { sessions: await standingSessions(tx, { UserId, here }) };
    }),

  async endSession({ id: SessionId }, { tx, caller }) {
    const { UserId } = caller;
    const site = await atHome(tx, caller, () => siteOfSession(tx, UserId, SessionId));
    const end = (at: string) => endOwnSession(tx, { site: at, SessionId, UserId }, 'ended by its owner');
    if (site === undefined || !(await inSite(tx, caller, site, () => end(site))))
      fail('not-found', 'This session has already ended.');
    const entry = { UserId, action: 'end session' as const, entity: 'sessions', pk: SessionId };
    await inSite(tx, caller, site, () => audit(tx, site, entry));
    return { ended: true };
  },

  endOtherSessions: (_input, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      const { UserId, SessionId = null } = caller;
      await endSessionsOfUser(tx, UserId, { why: 'ended by its owner', except: SessionId });
      await audit(tx, site, { UserId, action: 'end other sessions', entity: 'users', pk: UserId });
      return { ended: true };
    }),

  passkeys: (_input, { tx, caller }) =>
    atHome(tx, caller, async (site) => ({ passkeys: await ownPasskeys(tx, { site, UserId: caller.UserId }) })),

  renamePasskey: ({ id, name }, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      const { UserId } = caller;
      if (!(await renamePasskey(tx, { site, UserId, PasskeyId: id, name }))) fail('not-found', noPasskey);
      await audit(tx, site, { UserId, action: 'passkey renamed', entity: 'passkeys', pk: id });
      return { passkeys: await ownPasskeys(tx, { site, UserId }) };
    }),

  verifyEmail: (_input, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      if (await hasEnoughLinks(tx, { site, UserId: caller.UserId }, 'verify'))
        fail('conflict', 'We already sent you this link several times. Check your email, or try again in an hour.');
      await sendAccountLink(tx, { user: { site, UserId: caller.UserId }, kind: 'verify' });
      return { sent: true };
    }),
};
