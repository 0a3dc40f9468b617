import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type RouteOptions } from 'fastify';
import pino from 'pino';
import { AppError } from '#contract/base/errors.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Config } from './config.ts';
import { accountRoutes } from './features/account/routes.ts';
import { feedRoutes } from './features/feeds/routes.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { scimRoutes } from './features/scim/routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { outageRoutes } from './features/outage/routes.ts';
import { loadCookieKeys } from './features/sync/cookie.ts';
import { keepSurveying } from './features/surveys/due.ts';
import { keepOffering } from './features/waitlist/offer.ts';
import { waitlistRoutes } from './features/waitlist/routes.ts';
import { forgetDaily } from './features/sync/forget.ts';
import { markFile, watchHistory } from './features/sync/history-mark.ts';
import { handlers } from './handlers.ts';
import { fileAnchor } from './kit/audit/chain/anchor.ts';
import { loadAuditKeys } from './kit/audit/chain/key.ts';
import { keepSealing } from './kit/audit/chain/sealer.ts';
import { auditTogether } from './kit/audit/together.ts';
import type { Database } from './kit/db/database.ts';
import { fileStore } from './kit/files/file-store.ts';
import { addressReader } from './kit/http/address-of.ts';
import { apiDocs } from './kit/http/api-docs.ts';
import { closeInTime } from './kit/http/closing.ts';
import { answerFailure, notFound, routeOf, tooManySentence, traceOf } from './kit/http/failures.ts';
import { createIdentity, type Identity } from './kit/auth/identity.ts';
import { linkTo } from './kit/mail/account-links.ts';
import { keepSending } from './kit/mail/sender.ts';
import { smtpCarrier } from './kit/mail/smtp.ts';
import { sendMailFrom } from './kit/mail/spool.ts';
import { healthRoutes } from './kit/http/health.ts';
import { metricsRoute } from './kit/http/metrics.ts';
import { mountAll } from './kit/http/mount.ts';
import { linkMessagesTo } from './kit/messages/addresses.ts';
import { keepMessaging } from './kit/messages/worker.ts';
import { notConnected } from './kit/outside/outside.ts';
import { embeddedTexts, httpTexts, type Texts } from './kit/outside/texts.ts';
import { outgoing } from './kit/outgoing/outgoing.ts';
import { hearNotices } from './kit/realtime/hear-notices.ts';
import { loadPusherApp } from './kit/realtime/pusher-app.ts';
import { createRealtime, type Realtime } from './kit/realtime/realtime.ts';
import { countedUnder, isOwnOrigin } from './kit/http/request.ts';
import { noRounds } from './kit/rounds.ts';
import { liveSessions } from './kit/auth/sessions.ts';
import { endUnusedConnections } from './kit/http/unused-connections.ts';
import { loadSigningKeys, type SigningKeys } from './kit/auth/tokens.ts';
import { headersOfUnread, safeHeaders, screens } from './kit/http/web.ts';
import { patientRoutes } from './patient-routes.ts';

type Parts = {
  database: Database;
  config: Config;
  /** Told of every address the server answers at. */
  onRoute?: (route: RouteOptions) => void;
  /** False: a test does the rounds itself, at moments of its own. */
  hasRounds?: boolean;
  /** From which delay of the event loop on calls are refused until later; 0 for never. */
  busyAfterMs?: number;
  /** What else somebody has to see to, for `/readyz`. */
  warnings?: () => string[];
  /** Where the embedded database lies. */
  databaseDir?: string | null;
  /** How long it goes on after it says that it is not ready, once it is closed. */
  drainMs?: number;
  /** The process is asked to end. */
  signal?: AbortSignal;
};
type Running = Pick<Parts, 'database' | 'config'> & {
  key: SigningKeys;
  identity: Identity;
  realtime: Realtime;
  texts: Texts;
  busyAfterMs: number;
};

/** The whole server, not listening yet. Closing it leaves the database open. */
export async function buildApp({
  database,
  config,
  onRoute,
  hasRounds = true,
  busyAfterMs = 2_000,
  warnings,
  databaseDir = null,
  drainMs = 0,
  signal,
}: Parts): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger(config),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: withoutSchemas },
    // A body that trickles in for longer is given up; an import of 40 MB over a slow line takes less.
    requestTimeout: 300_000,
    // What arrives while it closes is answered, and its connection ends with the reply.
    return503OnClosing: false,
    // An address that cannot be read is answered before any hook could set headers.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersOfUnread(config));
      answerFailure(error, request, reply);
    },
  });
  const closing = closeInTime(app, { drainMs, signal });
  if (onRoute) app.addHook('onRoute', onRoute);
  const key = await loadSigningKeys(config);
  linkTo(config.publicUrl);
  linkMessagesTo(config.publicUrl);
  sendMailFrom(config.mail?.from.address.split('@')[1] ?? null);
  const realtime = createRealtime({
    app: await loadPusherApp(config),
    addressOf: addressReader(config.trustProxy),
    isOwnOrigin: (headers) => isOwnOrigin(headers, config.publicUrl),
    liveSessions: (site, SessionIds) => liveSessions(database, site, SessionIds),
    onError: () => app.log.warn('ended sessions could not be looked up'),
  });
  realtime.attach(app.server);
  endUnusedConnections(app);
  const identity = createIdentity(database, key);
  const sender =
    config.mail &&
    keepSending(database, smtpCarrier(config.mail), {
      failed: () => app.log.warn('waiting mail could not be looked up just now'),
    });
  const texts = config.texts
    ? httpTexts(config.texts, outgoing({ toLoopback: config.outgoingToLoopback }))
    : embeddedTexts;
  const messenger = hasRounds
    ? keepMessaging(database, texts, {
        failed: () => app.log.warn('messages to patients could not be seen to just now'),
      })
    : noRounds;
  const offering = hasRounds
    ? keepOffering(database, { failed: () => app.log.warn('free times could not be offered just now') })
    : noRounds;
  const surveying = hasRounds
    ? keepSurveying(database, { failed: () => app.log.warn('surveys could not be sent just now') })
    : noRounds;
  const stopHearing = await hearNotices(database, {
    realtime,
    identity,
    rounds: { mail: sender, messages: messenger, offers: offering },
    failed: () => app.log.warn('changes that no one told of could not be looked for just now'),
  });
  const history = await watchHistory(database, markFile(config.dataDir), {
    renewed: () => app.log.warn('the database was restored to an earlier moment: every device fetches its copy anew'),
    failed: () => app.log.warn('where the history stands could not be looked up just now'),
  });
  const stopForgetting = forgetDaily(database, config.dataDir, () => app.log.warn('old rows could not be removed'));
  const keeper = { keys: await loadAuditKeys(config), anchor: fileAnchor(config.dataDir) };
  const stopSealing = keepSealing(database, keeper, {
    broken: (site) => app.log.error({ site }, 'the audit log of a site is not as it was sealed: run verify-audit'),
    failed: () => app.log.warn('audit entries could not be sealed just now'),
  });
  app.addHook('onClose', stopSealing);
  app.addHook('onClose', () => history.stop());
  app.addHook('preClose', async () => {
    stopForgetting();
    realtime.close();
    await Promise.all([messenger.stop(), sender?.stop(), offering.stop(), surveying.stop(), stopHearing()]);
  });
  app.setErrorHandler(answerFailure);
  await safeHeaders(app, config);
  metricsRoute(app, { token: config.metricsToken, sockets: realtime.sockets });
  const dataDirs = [...new Set([config.dataDir, databaseDir ?? config.dataDir])];
  healthRoutes(app, { database, closing, dataDirs, token: config.metricsToken, ...(warnings && { warnings }) });
  await app.register((api) => apiRoutes(api, { database, config, key, identity, realtime, texts, busyAfterMs }), {
    prefix: '/api',
  });
  await screens(app, config);
  return app;
}

/** Calls are judged by the table of endpoints (mount.ts): what Fastify has for schemas of its own is not even loaded. */
const withoutSchemas = {
  buildValidator: () => () => assertNoSchema(),
  buildSerializer: () => () => assertNoSchema(),
};

function assertNoSchema(): never {
  throw new Error('A route has a JSON schema. Its endpoint in the table is what judges it.');
}

/** Writes to stderr; requests and errors without anything a person typed. */
function logger(config: Config): FastifyBaseLogger {
  const serializers = { req: () => undefined, res: () => undefined, err: traceOf };
  return pino(
    { level: config.logLevel, serializers, redact: ['input', 'body', 'headers', 'url'] },
    pino.destination(2),
  );
}

async function apiRoutes(
  app: FastifyInstance,
  { database, config, key, identity, realtime, texts, busyAfterMs }: Running,
): Promise<void> {
  app.decorateRequest('claims', null);
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.addHook('onResponse', async (request, reply) => {
    const { site } = request.claims ?? {};
    request.log.info(
      { route: routeOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime), site },
      'answered',
    );
  });
  bodyParsers(app);
  await app.register(underPressure, { maxEventLoopDelay: busyAfterMs, retryAfter: 5 });
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    max: config.requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => countedUnder(request, key, config),
    errorResponseBuilder: (_request, context) =>
      new AppError('too-many', tooManySentence, { retryAfter: Math.ceil(context.ttl / 1000) }),
  });
  app.addHook('onRequest', app.rateLimit());
  const services = {
    commands: handlers,
    key,
    publicUrl: config.publicUrl,
    cookieKeys: await loadCookieKeys(config),
    outside: { ...notConnected, texts },
    files: fileStore(config.dataDir, key),
    report: (fault: Record<string, string | number>) =>
      app.log.error(fault, 'a waiting call or a reply had a fault of ours'),
    judgedReplies: config.judgedReplies,
  };
  const together = auditTogether(database);
  const api = { app, database, key, config, realtime, services, identity, together };
  sessionRoutes(api);
  outageRoutes(api);
  accountRoutes(api);
  feedRoutes(api);
  waitlistRoutes(api);
  messageRoutes(api);
  patientRoutes(api);
  mountAll(api, endpoints, handlers);
  await app.register((scim) => scimRoutes(scim, { database, config }), { prefix: '/scim/v2' });
  if (config.hasApiDocs) apiDocs(app, { table: endpoints, publicUrl: config.publicUrl });
  for (const url of ['/', '/*']) {
    app.all(url, async (request, reply) => reply.code(404).send({ ...notFound, requestId: request.id }));
  }
}

/** JSON, where an empty body is an empty object, and the form that Pusher clients send to ask for a channel. */
function bodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void parse(request, body, done);
  });
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2_048 },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body)));
    },
  );
}
