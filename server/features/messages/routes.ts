import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { fail } from '#contract/base/errors.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { messageEndpoints } from '#contract/messages/endpoints.ts';
import type { Config } from '#server/config.ts';
import { receiveText } from '#server/kit/messages/answers.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { inputOf, limitByAddress, publicRoutes, routeOf } from '#server/kit/http/public-routes.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import {
  askByLink,
  cannotComeByLink,
  checkinCode,
  confirmByLink,
  onLink,
  savePreferences,
  unsubscribe,
} from './links.ts';
import { proveMobile, startMobile } from './mobile.ts';
import { oneClick } from './one-click.ts';

type Parts = Pick<Api, 'app' | 'database' | 'key'> & { config: Config };

/**
 * What patients do through the links of their messages, without signing in, and what the text gateway hands on. Each
 * address may try a few times more than it may sign in: a family reads its messages behind one.
 */
export function messageRoutes({ app, database, key, config }: Parts): void {
  const route = publicRoutes(app, limitByAddress(app, config.signInsPerQuarterHour * 4));
  route(messageEndpoints.readLink, (input) => onLink(database, input));
  route(messageEndpoints.confirm, ({ token, Start }) => onLink(database, { token }, confirmByLink(Start)));
  route(messageEndpoints.cannotCome, ({ token, Start }) => onLink(database, { token }, cannotComeByLink(Start)));
  route(messageEndpoints.anotherTime, ({ token, Start, note }) =>
    onLink(database, { token }, askByLink(Start, note ?? null)),
  );
  route(messageEndpoints.checkinCode, ({ token }) => checkinCode(database, token));
  route(messageEndpoints.savePreferences, ({ token, ...chosen }) =>
    onLink(database, { token }, savePreferences(chosen)),
  );
  route(messageEndpoints.startMobile, (input) => startMobile({ database, keys: key, now: new Date() }, input));
  route(messageEndpoints.proveMobile, async (input) => {
    await proveMobile({ database, keys: key, now: new Date() }, input);
    return onLink(database, input);
  });
  route(messageEndpoints.unsubscribe, ({ token }) => onLink(database, { token }, unsubscribe()));
  app.register(async (mails) => oneClick(mails, database));
  app.route({
    ...routeOf(messageEndpoints.inbound),
    handler: async (request): Promise<ReplyOf<'messages.inbound'>> => {
      const { site, from, text } = inputOf(messageEndpoints.inbound, request);
      assertGateway(config, request);
      const heard = await database.tx(messagesOf(site), async (tx) => {
        if (!(await tx.maybe('select from sites where site = $1', [site])))
          fail('not-found', 'This site was not found.');
        return receiveText(tx, site, { from, text, now: new Date() });
      });
      return { heard };
    },
  });
}

function assertGateway({ textsInboundToken }: Config, { headers }: FastifyRequest): void {
  const given = sha256(headers.authorization ?? '');
  const wanted = sha256(`Bearer ${textsInboundToken ?? ''}`);
  const isRight = timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
  if (textsInboundToken === undefined || !isRight) fail('no-permission', 'Only the text gateway can use this.');
}
