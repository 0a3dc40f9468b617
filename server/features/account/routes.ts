import type { FastifyRequest } from 'fastify';
import { accountEndpoints } from '#contract/account/endpoints.ts';
import { pathOf, type Endpoint } from '#contract/base/endpoint.ts';
import type { Config } from '#server/config.ts';
import { defaultBodyLimit, type Api } from '#server/kit/mount.ts';
import { callerOf, demandClaims, gatherInput, refuseTooMany } from '#server/kit/request.ts';
import { parseInput } from '#server/kit/run-command.ts';
import { readLink, useLink } from './links.ts';
import { changePassword } from './own-password.ts';

export type AccountApi = Pick<Api, 'app' | 'database' | 'identity'> & { config: Config };

/**
 * What a person does with their account before they can sign in, and what takes a password: hashing one is slow on
 * purpose and must not hold a transaction open. Each address may try as often as it may sign in.
 */
export function accountRoutes({ app, database, identity, config }: AccountApi): void {
  const limit = app.createRateLimit({
    max: config.signInsPerQuarterHour,
    timeWindow: '15 minutes',
    keyGenerator: (request) => request.ip,
  });
  const route = (endpoint: Endpoint, handler: (request: FastifyRequest) => Promise<unknown>) =>
    app.route({
      method: 'POST',
      url: pathOf(endpoint),
      bodyLimit: defaultBodyLimit,
      onRequest: async (request) => {
        if (endpoint.access !== 'public') demandClaims(request);
        refuseTooMany(await limit(request));
      },
      handler,
    });
  const { readLink: read, useLink: use, changePassword: change } = accountEndpoints;

  route(read, async (request) => readLink(database, parseInput(read.input, gatherInput(request)).token));

  route(use, async (request) => useLink(database, parseInput(use.input, gatherInput(request))));

  route(change, async (request) => {
    const caller = await callerOf(request, identity);
    await changePassword(database, caller, parseInput(change.input, gatherInput(request)));
    return { changed: true };
  });
}
