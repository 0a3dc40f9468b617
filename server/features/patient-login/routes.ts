import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fail } from '#contract/base/errors.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { patientLoginEndpoints } from '#contract/patient-login/endpoints.ts';
import { codeLimits } from '#contract/patient-login/limits.ts';
import { deviceName } from '#contract/session/device-name.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Config } from '#server/config.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { inputOf, limitByAddress, routeOf } from '#server/kit/http/public-routes.ts';
import { isOwnOrigin } from '#server/kit/http/request.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { parsePatientCookie } from './secrets.ts';
import { logOutPatient, refreshSession } from './sessions.ts';
import { sendCodes, startLogin } from './start.ts';
import { choosePerson, openByLink, verifyCode, type Verified } from './verify.ts';

type Parts = Pick<Api, 'app' | 'database' | 'key'> & { config: Config };
type Route = (
  endpoint: Endpoint,
  limit: (request: FastifyRequest) => Promise<void>,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => void;

const names = ({ secure }: Config) => ({
  session: secure ? '__Host-mainstay_patient' : 'mainstay_patient',
  attempt: secure ? '__Host-mainstay_patient_try' : 'mainstay_patient_try',
});

function cookieRules({ secure }: Config) {
  return { httpOnly: true, sameSite: 'strict', secure, path: secure ? '/' : '/api' } as const;
}

/** How patients and guarantors get in and out (spec 2, patientLogin). None of these knows a member of the staff. */
export function patientLoginRoutes({ app, database, key, config }: Parts): void {
  const { start, verify, choose, link, refresh, logout } = patientLoginEndpoints;
  // 20 in a quarter of an hour, unless the operator allows more sign-ins.
  const limitStarts = limitByAddress(app, Math.ceil(config.signInsPerQuarterHour * codeLimits.startsPerSignIn));
  // A family, or a clinic's waiting room, opens its links behind one address.
  const limitOthers = limitByAddress(app, config.signInsPerQuarterHour * 4);
  const route: Route = (endpoint, limit, handler) =>
    void app.route({
      ...routeOf(endpoint),
      onRequest: async (request) => {
        if (!isOwnOrigin(request.headers, config.publicUrl))
          fail('no-permission', 'This call must come from Mainstay’s own pages.');
        await limit(request);
      },
      handler,
    });
  const parts = () => ({ database, keys: key, now: new Date() });
  const deviceOf = (request: FastifyRequest) => ({ device: deviceName(request.headers['user-agent'] ?? '') });

  route(start, limitStarts, async (request, reply) => {
    const given = inputOf(start, request);
    const { attemptId, cookie } = await startLogin(database, given, new Date());
    const maxAge = codeLimits.codeMinutes * 60;
    reply.setCookie(names(config).attempt, `${given.w}.${cookie}`, { ...cookieRules(config), maxAge });
    // Nobody is looked up before the answer is on its way.
    reply.raw.once('finish', () => {
      sendCodes(database, { site: given.w, keys: key, now: () => new Date() }).catch(() =>
        request.log.warn('codes for patients could not be sent just now'),
      );
    });
    return { attemptId };
  });

  const triedIn = (request: FastifyRequest, attemptId: string) => {
    const [site = '', cookie = ''] = (request.cookies[names(config).attempt] ?? '').split('.');
    if (!/^[a-z][a-z0-9-]*$/.test(site)) fail('no-permission', refusals.wrongCode.en);
    return { attemptId, site, cookie };
  };
  const answer = (reply: FastifyReply, { cookie, expiresAt, ...verified }: Verified) => {
    if (cookie !== undefined && expiresAt)
      reply
        .setCookie(names(config).session, cookie, { ...cookieRules(config), expires: expiresAt })
        .clearCookie(names(config).attempt, cookieRules(config));
    return verified;
  };

  route(verify, limitOthers, async (request, reply) => {
    const { attemptId, ...given } = inputOf(verify, request);
    return answer(reply, await verifyCode(parts(), triedIn(request, attemptId), { ...given, ...deviceOf(request) }));
  });
  route(choose, limitOthers, async (request, reply) => {
    const { attemptId, ...given } = inputOf(choose, request);
    return answer(reply, await choosePerson(parts(), triedIn(request, attemptId), { ...given, ...deviceOf(request) }));
  });
  route(link, limitOthers, async (request, reply) => {
    const given = inputOf(link, request);
    return answer(reply, await openByLink(parts(), { ...given, ...deviceOf(request) }));
  });

  route(refresh, limitOthers, async (request, reply) => {
    const { turn, signature } = inputOf(refresh, request);
    const named = parsePatientCookie(request.cookies[names(config).session] ?? '');
    const outcome =
      named &&
      (await database.tx(messagesOf(named.site), (tx) =>
        refreshSession(tx, key, { named, turn, signature, now: new Date() }),
      ));
    if (outcome === undefined || outcome === 'expired') {
      reply.clearCookie(names(config).session, cookieRules(config));
      throw new AppError('signed-out', refusals.loginExpired.en);
    }
    reply.setCookie(names(config).session, outcome.cookie, { ...cookieRules(config), expires: outcome.expiresAt });
    return outcome.session;
  });

  route(logout, limitOthers, async (request, reply) => {
    inputOf(logout, request);
    const named = parsePatientCookie(request.cookies[names(config).session] ?? '');
    // Never clear-site-data "storage": on a staff device that would take outbox and drafts along.
    for (const name of Object.values(names(config))) reply.clearCookie(name, cookieRules(config));
    const ended = named ? await database.tx(messagesOf(named.site), (tx) => logOutPatient(tx, named)) : false;
    return { ended };
  });
}
