import { randomBytes } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import type { feedEndpoints } from '#contract/feeds/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { atHome } from '#server/kit/auth/home-site.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import { endFeed, feedOf, isProvider, keepFeed } from './store.ts';

export const feedHandlers: Handlers<typeof feedEndpoints> = {
  get: (_input, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      const user = { site, UserId: caller.UserId };
      return { feed: (await feedOf(tx, user)) ?? null, isProvider: await isProvider(tx, user) };
    }),

  make: (_input, { tx, caller, services }) =>
    atHome(tx, caller, async (site) => {
      const { UserId } = caller;
      if (!(await isProvider(tx, { site, UserId })))
        fail('conflict', 'Your account has no provider record, so it has no visits.');
      const had = await feedOf(tx, { site, UserId });
      const secret = randomBytes(32).toString('base64url');
      await keepFeed(tx, { site, UserId }, sha256(secret));
      await audit(tx, site, { UserId, action: had ? 'update' : 'create', entity: 'calendarFeeds', pk: UserId });
      const feed = await feedOf(tx, { site, UserId });
      if (!feed) throw new Error('The address was not kept.');
      return { url: `${services.publicUrl}/api/feeds/${site}/${secret}.ics`, feed };
    }),

  end: (_input, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      const { UserId } = caller;
      if (await endFeed(tx, { site, UserId }))
        await audit(tx, site, { UserId, action: 'delete', entity: 'calendarFeeds', pk: UserId });
      return { ended: true };
    }),
};
