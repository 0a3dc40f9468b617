import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#contract/base/errors.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { mayEnter, permissionDenied } from '#contract/base/permissions.ts';
import type { Session } from '#contract/session/current-user.ts';
import { singleSignOnEndpoints } from '#contract/single-sign-on/endpoints.ts';
import type { Config } from '#server/config.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { outgoing, OutgoingFailure } from '#server/kit/outgoing/outgoing.ts';
import { callerOf, gatherInput } from '#server/kit/http/request.ts';
import { parseInput } from '#server/kit/http/run-command.ts';
import { describeProvider } from '#server/kit/auth/single-sign-on/provider.ts';
import type { CameFrom, SignedIn } from './sign-in.ts';
import { attemptMs, finishSignIn, ownDeviceSecret, startSignIn, waysIn } from './single-sign-on.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Parts = {
  api: Api & { config: Config };
  /** Of our own pages alone. */
  route(endpoint: Endpoint, handler: Handler): unknown;
  cameFrom(request: FastifyRequest): CameFrom;
  issueFirst(who: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<Session>;
};

const attemptCookie = 'mainstay_sso';

/** What the sign-in page asks about single sign-on. An attempt is bound to the browser by a cookie that no script sees. */
export function singleSignOnRoutes({ api, route, cameFrom, issueFirst }: Parts): void {
  const { ways, start, finish, deviceSecret, test } = singleSignOnEndpoints;
  const { database, key, config } = api;
  const calls = {
    outgoing: outgoing({ toLoopback: config.outgoingToLoopback }),
    isLoopback: config.outgoingToLoopback,
  };
  const parts = { database, key, calls, publicUrl: config.publicUrl };
  const rules = { httpOnly: true, sameSite: 'strict', secure: config.secure, path: '/api/session/sso' } as const;

  route(ways, async (request) => ({
    ways: await waysIn(database, parseInput(ways.input, gatherInput(request)).email),
  }));

  route(start, async (request, reply) => {
    const { address, attempt } = await startSignIn(parts, parseInput(start.input, gatherInput(request)));
    reply.setCookie(attemptCookie, attempt, { ...rules, maxAge: attemptMs / 1000 });
    return { address };
  });

  route(finish, async (request, reply) => {
    const given = parseInput(finish.input, gatherInput(request));
    reply.clearCookie(attemptCookie, { path: rules.path });
    const attempt = request.cookies[attemptCookie] ?? '';
    const { session, email, ...rest } = await finishSignIn(parts, { ...given, attempt }, cameFrom(request));
    return { session: await issueFirst({ session, email }, request, reply), ...rest };
  });

  route(deviceSecret, async (request) => {
    const { site, homeSite = site, UserId } = await callerOf(request, api.identity);
    parseInput(deviceSecret.input, gatherInput(request));
    return { deviceSecret: await ownDeviceSecret(parts, { site: homeSite, UserId }) };
  });

  route(test, async (request) => {
    const caller = await callerOf(request, api.identity);
    if (!mayEnter(caller, test.access)) fail('no-permission', permissionDenied);
    const { issuer } = parseInput(test.input, gatherInput(request));
    try {
      await describeProvider(calls, { issuer, clientId: 'test', clientSecret: 'test' });
      return {
        answers: true,
        sentence: 'The provider answers. The first sign-in shows whether the client ID and secret are right.',
      };
    } catch (error) {
      return { answers: false, sentence: whyNot(error) };
    }
  });
}

function whyNot(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutgoingFailure) return at.message;
  return 'There is no OpenID provider at this address. Copy the issuer exactly as the provider shows it.';
}
