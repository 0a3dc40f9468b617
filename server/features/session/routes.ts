import { availableParallelism } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountEndpoints } from '#contract/account/endpoints.ts';
import { AppError, fail } from '#contract/base/errors.ts';
import { pathOf, type Endpoint } from '#contract/base/endpoint.ts';
import { mayEnter, permissionDenied } from '#contract/base/permissions.ts';
import type { Session } from '#contract/session/current-user.ts';
import { deviceName } from '#contract/session/device-name.ts';
import { sessionEndpoints } from '#contract/session/endpoints.ts';
import type { Config } from '#server/config.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { subjectsOf } from '#server/kit/auth/attempts.ts';
import { orderFor, refuseErasedCookie } from '#server/kit/auth/devices.ts';
import { scopesOf, signedOutSentence } from '#server/kit/auth/identity.ts';
import { knownCookie, knownForMs, readKnownBrowser, writeKnownBrowser } from '#server/kit/auth/known-browser.ts';
import { createQueue } from '#server/kit/auth/queue.ts';
import { defaultBodyLimit, type Api } from '#server/kit/http/mount.ts';
import { partyOf, questionOf } from '#server/kit/auth/passkeys/passkeys.ts';
import { limitByAddress } from '#server/kit/http/public-routes.ts';
import type { Realtime } from '#server/kit/realtime/realtime.ts';
import { callerOf, assertClaims, gatherInput, isOwnOrigin } from '#server/kit/http/request.ts';
import { parseInput } from '#server/kit/http/run-command.ts';
import {
  endSession,
  openSession,
  parseCookie,
  rotateSession,
  sessionOfCookie,
  siteAlone,
  type OpenSession,
} from '#server/kit/auth/sessions.ts';
import { noteErased } from './device-store.ts';
import { signInPurpose, signInWithPasskey } from './passkey-sign-in.ts';
import { signIn, type CameFrom, type SignedIn } from './sign-in.ts';
import { singleSignOnRoutes } from './single-sign-on-routes.ts';
import { listSites } from './store.ts';

/** Over https no other host, and no page without https, can set a cookie of this name (RFC 6265bis, prefixes). */
const cookieName = ({ secure }: Config) => (secure ? '__Host-mainstay_refresh' : 'mainstay_refresh');

/** At 75 ms each, two at a time, the last one waits for about five seconds. */
const mostWaiting = 120;

export type SessionApi = Api & { config: Config; realtime: Realtime };

/** The endpoints that keep sign-in state in the refresh cookie, and the real-time subscription. */
export function sessionRoutes(api: SessionApi): void {
  const { login, refresh, logout, chooseSite, askErasure, confirmErased, broadcastingAuth } = sessionEndpoints;
  const { askPasskey, signInWithPasskey: withPasskey } = accountEndpoints;
  // Looking at a password takes processor time and memory: a few at a time.
  const signIns = createQueue({ atOnce: Math.min(Math.max(availableParallelism(), 2), 4), longest: mostWaiting });
  // Every locked device of a clinic asks each minute, from one address.
  const limitAsking = limitByAddress(api.app, api.config.signInsPerQuarterHour * 100);

  const route = (endpoint: Endpoint, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    api.app.route({
      method: 'POST',
      url: pathOf(endpoint),
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      onRequest: async (request) => {
        assertOwnPage(request, api.config);
        if (endpoint.access !== 'public') assertClaims(request);
        if (endpoint === askErasure) await limitAsking(request);
      },
      handler,
    });

  route(login, async (request, reply) => {
    const given = parseInput(login.input, gatherInput(request));
    const from = cameFrom(api, request);
    const { account, isKnown } = subjectsOf('password', given.email, from);
    return signIns.run({ key: account, isKnown }, async () => {
      // Whoever gave up meanwhile must not keep the others waiting.
      if (request.raw.socket.destroyed) fail('unavailable', 'The connection ended.');
      const session = await signIn(api.database, api.key, given, from);
      return issueFirst(api, { session, email: given.email }, request, reply);
    });
  });

  const passkeyParts = { key: api.key, party: partyOf(api.config) };
  route(askPasskey, async (request) => {
    parseInput(askPasskey.input, gatherInput(request));
    return questionOf(passkeyParts, signInPurpose);
  });

  route(withPasskey, async (request, reply) => {
    const { passkey } = parseInput(withPasskey.input, gatherInput(request));
    const who = await signInWithPasskey(api.database, passkeyParts, passkey, cameFrom(api, request));
    return issueFirst(api, who, request, reply);
  });

  singleSignOnRoutes({
    api,
    route,
    cameFrom: (request) => cameFrom(api, request),
    issueFirst: (who, request, reply) => issueFirst(api, who, request, reply),
  });

  route(refresh, async (request, reply) => {
    const { deviceSecret } = parseInput(refresh.input, gatherInput(request));
    const rotation = await rotateSession(api.database, api.key, { cookie: cookieOf(api, request), deviceSecret });
    if ('session' in rotation) return issue(api, rotation.session, request, reply);
    forgetCookie(api.config, reply);
    await refuseErasedDevice(api, cookieOf(api, request));
    throw new AppError('signed-out', signedOutSentence);
  });

  route(logout, async (request, reply) => {
    parseInput(logout.input, gatherInput(request));
    forgetCookie(api.config, reply);
    // Pages kept for the back button go. Not "storage": what waits on the device is sealed there, and outlives a sign-out.
    reply.header('clear-site-data', '"cache"');
    return { ended: await logOut(api, request) };
  });

  route(chooseSite, async (request, reply) => {
    const caller = await callerOf(request, api.identity);
    if (!mayEnter(caller, chooseSite.access)) fail('no-permission', permissionDenied);
    const { site } = parseInput(chooseSite.input, gatherInput(request));
    const from = { site: caller.site, SessionId: assertClaims(request).sid };
    const name = deviceName(request.headers['user-agent'] ?? '');
    const { UserId, homeSite = caller.site } = caller;
    const move = { site, from, UserId, homeSite, name };
    const session = await arrive(api, move);
    const given = await api.identity.issue(session, request.ip).catch(async (error: unknown) => {
      await turnAway(api, move, session);
      throw error;
    });
    await leave(api, move);
    keepCookie(api.config, reply, session);
    return given;
  });

  route(askErasure, async (request) => {
    const { id: DeviceId, site, secret } = parseInput(askErasure.input, gatherInput(request));
    return { order: await api.database.tx(siteAlone(site), (tx) => orderFor(tx, { site, DeviceId, secret })) };
  });

  route(confirmErased, async (request) => {
    const { id: DeviceId, site, ticket } = parseInput(confirmErased.input, gatherInput(request));
    return api.database.tx(siteAlone(site), async (tx) => {
      const noted = await noteErased(tx, { site, DeviceId, ticket });
      if (!noted) fail('not-found', 'This request was not found.');
      const { UserId, isFirst } = noted;
      if (isFirst) await audit(tx, site, { UserId, action: 'erased', entity: 'devices', pk: DeviceId });
      return { erased: true };
    });
  });

  route(broadcastingAuth, async (request) => {
    const caller = await callerOf(request, api.identity);
    const asked = parseInput(broadcastingAuth.input, gatherInput(request));
    const session = { site: caller.site, SessionId: assertClaims(request).sid };
    return (
      api.realtime.authorize(session, asked.socket_id, asked.channel_name) ?? fail('no-permission', permissionDenied)
    );
  });
}

function cameFrom({ key, config }: SessionApi, request: FastifyRequest): CameFrom {
  const browser = readKnownBrowser(key, request.cookies[knownCookie(config)] ?? '');
  return { address: request.ip, name: deviceName(request.headers['user-agent'] ?? ''), browser };
}

/**
 * The first token of a session; a blocked address gets nothing that could be used from elsewhere. From then on the
 * browser is known to be the person's, in whichever way they came.
 */
async function issueFirst(
  api: SessionApi,
  { session, email }: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const issued = await issue(api, session, request, reply).catch(async (error: unknown) => {
    await api.database.tx(siteAlone(session.site), (tx) => endSession(tx, session, 'refused at sign-in'));
    forgetCookie(api.config, reply);
    throw error;
  });
  const known = writeKnownBrowser(api.key, cameFrom(api, request).browser, email);
  reply.setCookie(knownCookie(api.config), known, { ...cookieRules(api.config), maxAge: knownForMs / 1_000 });
  return issued;
}

async function issue(
  api: SessionApi,
  session: OpenSession,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  // First, and kept when the caller is refused just now: the secret before this one counts no more.
  keepCookie(api.config, reply, session);
  return api.identity.issue(session, request.ip);
}

/** Ends the session of the cookie, or of the token for callers without cookies. */
async function logOut(api: SessionApi, request: FastifyRequest): Promise<boolean> {
  const cookie = cookieOf(api, request);
  const { claims } = request;
  const site = claims?.site ?? parseCookie(cookie)?.site;
  if (site === undefined) return false;
  const ended = await api.database.tx(siteAlone(site), async (tx) => {
    const session = claims
      ? { site: claims.site, SessionId: claims.sid, UserId: claims.sub }
      : await sessionOfCookie(tx, cookie);
    if (!session || !(await endSession(tx, session, 'logged out'))) return undefined;
    await audit(tx, session.site, {
      UserId: session.UserId,
      action: 'logout',
      entity: 'sessions',
      pk: session.SessionId,
    });
    return session;
  });
  if (ended) api.identity.forget(ended.SessionId);
  return ended !== undefined;
}

/** A device that was ordered to erase itself hears it instead of a plain end of its session. */
async function refuseErasedDevice(api: SessionApi, cookie: string): Promise<void> {
  const named = parseCookie(cookie);
  if (named) await api.database.tx(siteAlone(named.site), (tx) => refuseErasedCookie(tx, named));
}

type Move = { site: string; from: { site: string; SessionId: string }; UserId: string; homeSite: string; name: string };

/** A new session in the chosen site, whose audit trail says so. The old one goes on until this one is let in. */
function arrive(api: SessionApi, { site, from, UserId, homeSite, name }: Move): Promise<OpenSession> {
  return api.database.tx(siteAlone(site), async (tx) => {
    if (!(await listSites(tx)).some((each) => each.site === site)) fail('not-found', 'This site was not found.');
    const opened = await openSession(tx, { site, UserId, homeSite, name });
    const detail = { from: from.site, to: site };
    await audit(tx, site, { UserId, action: 'choose site', entity: 'sessions', pk: opened.SessionId, detail });
    return opened;
  });
}

/** The chosen site let nobody in from there: nothing of its session stays usable. */
async function turnAway(api: SessionApi, { site, UserId }: Move, session: OpenSession): Promise<void> {
  await api.database.tx(siteAlone(site), async (tx) => {
    await endSession(tx, session, 'refused at choosing a site');
    await audit(tx, site, { UserId, action: 'refused', entity: 'sessions', pk: session.SessionId });
  });
  api.identity.forget(session.SessionId);
}

/** Ends the session of the site that was left, in its audit trail too. */
async function leave(api: SessionApi, { site, from, UserId }: Move): Promise<void> {
  const nobody = scopesOf({ can: [], facilityIds: [], providerIds: [], SuperUser: false, ProviderType: null });
  const detail = { from: from.site, to: site };
  await api.database.tx({ ...siteAlone(from.site), UserId, scopes: nobody }, async (tx) => {
    await endSession(tx, from, 'chose another site');
    await audit(tx, from.site, { UserId, action: 'choose site', entity: 'sessions', pk: from.SessionId, detail });
  });
  api.identity.forget(from.SessionId);
}

function cookieOf({ config }: SessionApi, request: FastifyRequest): string {
  return request.cookies[cookieName(config)] ?? '';
}

function keepCookie(config: Config, reply: FastifyReply, session: OpenSession): void {
  reply.setCookie(cookieName(config), session.cookie, { ...cookieRules(config), expires: session.expiresAt });
}

function forgetCookie(config: Config, reply: FastifyReply): void {
  reply.clearCookie(cookieName(config), { ...cookieRules(config) });
}

function cookieRules(config: Config) {
  // The prefix of the name asks for the whole host.
  const path = config.secure ? '/' : '/api/session';
  return { httpOnly: true, sameSite: 'strict', secure: config.secure, path } as const;
}

function assertOwnPage(request: FastifyRequest, config: Config): void {
  if (!isOwnOrigin(request.headers, config.publicUrl))
    fail('no-permission', "This call must come from Mainstay's own pages.");
}
