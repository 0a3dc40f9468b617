import type { FastifyRequest } from 'fastify';
import { accountEndpoints } from '#contract/account/endpoints.ts';
import { pathOf, type Endpoint } from '#contract/base/endpoint.ts';
import type { Config } from '#server/config.ts';
import { defaultBodyLimit, type Api } from '#server/kit/mount.ts';
import { gatherInput, refuseTooMany } from '#server/kit/request.ts';
import { parseInput } from '#server/kit/run-command.ts';
import { readLink, useLink } from './links.ts';

/** What a person does with their account before they can sign in; each address may try as often as it may sign in. */
export function accountRoutes({ app, database, config }: Pick<Api, 'app' | 'database'> & { config: Config }): void {
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
      onRequest: async (request) => refuseTooMany(await limit(request)),
      handler,
    });

  route(accountEndpoints.readLink, async (request) => {
    const { token } = parseInput(accountEndpoints.readLink.input, gatherInput(request));
    return readLink(database, token);
  });

  route(accountEndpoints.useLink, async (request) =>
    useLink(database, parseInput(accountEndpoints.useLink.input, gatherInput(request))),
  );
}
