import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { accountEndpoints } from '#contract/account/endpoints.ts';
import { methodOf, pathOf, type Endpoint } from '#contract/base/endpoint.ts';
import { countedAs } from '#contract/session/allowed-addresses.ts';
import type { Config } from '#server/config.ts';
import type { Caller } from '#server/kit/context.ts';
import { traceOf } from '#server/kit/failures.ts';
import { defaultBodyLimit, type Api } from '#server/kit/mount.ts';
import { callerOf, demandClaims, gatherInput, refuseTooMany } from '#server/kit/request.ts';
import { parseInput } from '#server/kit/run-command.ts';
import { sendResetLinks } from './forgot.ts';
import { readLink, useLink } from './links.ts';
import { changePassword, demandPassword } from './own-password.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { confirmSecondFactor, removeSecondFactor, renewRecoveryCodes, startSecondFactor } from './second-factor.ts';

export type AccountApi = Pick<Api, 'app' | 'database' | 'identity' | 'key'> & { config: Config };

/** A route of who is signed in: its caller, and its input as the table reads it. */
export type OwnRoute = <E extends Endpoint>(
  endpoint: E,
  handler: (caller: Caller, input: z.output<E['input']>) => Promise<unknown>,
) => void;

/**
 * What a person does with their account before they can sign in, and what takes a password: hashing one is slow on
 * purpose and must not hold a transaction open. Each address may try as often as it may sign in.
 */
export function accountRoutes({ app, database, identity, key, config }: AccountApi): void {
  const limit = app.createRateLimit({
    max: config.signInsPerQuarterHour,
    timeWindow: '15 minutes',
    keyGenerator: (request) => countedAs(request.ip),
  });
  const route = (endpoint: Endpoint, handler: (request: FastifyRequest) => Promise<unknown>) =>
    app.route({
      method: methodOf(endpoint),
      url: pathOf(endpoint),
      bodyLimit: defaultBodyLimit,
      onRequest: async (request) => {
        if (endpoint.access !== 'public') demandClaims(request);
        refuseTooMany(await limit(request));
      },
      handler,
    });
  const ownRoute: OwnRoute = <E extends Endpoint>(
    endpoint: E,
    handler: (caller: Caller, input: z.output<E['input']>) => Promise<unknown>,
  ) =>
    void route(endpoint, async (request) => {
      const caller = await callerOf(request, identity);
      return handler(caller, parseInput<E['input']>(endpoint.input, gatherInput(request)));
    });
  const { readLink: read, useLink: use } = accountEndpoints;

  route(read, async (request) => readLink(database, parseInput(read.input, gatherInput(request)).token));

  route(use, async (request) => useLink(database, parseInput(use.input, gatherInput(request))));

  const underway = new Set<Promise<void>>();
  app.addHook('preClose', async () => void (await Promise.all(underway)));
  route(accountEndpoints.forgot, async (request) => {
    const { email } = parseInput(accountEndpoints.forgot.input, gatherInput(request));
    // After the answer: how long it takes would tell whether there is such an account.
    const sending = sendResetLinks(database, email)
      .catch((error: unknown) => request.log.error(traceOf(error), 'a link could not be mailed'))
      .finally(() => underway.delete(sending));
    underway.add(sending);
    return { heard: true };
  });

  ownRoute(accountEndpoints.changePassword, async (caller, given) => {
    await changePassword(database, caller, given);
    return { changed: true };
  });

  ownRoute(accountEndpoints.confirmPassword, async (caller, { current }) => {
    await demandPassword(database, caller, current);
    return { confirmed: true };
  });

  passkeyRoutes(ownRoute, { database, key, config });

  const parts = { database, key };
  ownRoute(accountEndpoints.startSecondFactor, (caller, { current }) => startSecondFactor(parts, caller, current));
  ownRoute(accountEndpoints.confirmSecondFactor, (caller, { code }) => confirmSecondFactor(parts, caller, code));
  ownRoute(accountEndpoints.renewRecoveryCodes, (caller, { current }) => renewRecoveryCodes(parts, caller, current));
  ownRoute(accountEndpoints.removeSecondFactor, async (caller, { current }) => {
    await removeSecondFactor(parts, caller, current);
    return { removed: true };
  });
}
