import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { hepEndpoints } from '#contract/hep/endpoints.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Config } from '#server/config.ts';
import { patientCaller, type PatientCaller } from '#server/features/patient-login/store.ts';
import { verifyPatientToken } from '#server/kit/auth/patient-tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { inputOf, limitByAddress, routeOf } from '#server/kit/http/public-routes.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { keepLogs, ownProgram } from './own-program.ts';

type Parts = Pick<Api, 'app' | 'database' | 'key'> & { config: Config };
type Work = (tx: Tx, caller: PatientCaller, asked: { request: FastifyRequest; now: Date }) => Promise<unknown>;

/** The home program of the patient who is logged in, and their log. */
export function hepRoutes({ app, database, key, config }: Parts): void {
  const { program, log } = hepEndpoints;
  const limit = limitByAddress(app, config.signInsPerQuarterHour * 12);
  const route = (endpoint: Endpoint, work: Work) =>
    void app.route({
      ...routeOf(endpoint),
      onRequest: limit,
      handler: async (request) => {
        const now = new Date();
        const token = /^Bearer ([\w.-]{1,2000})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        const claims = await verifyPatientToken(key, token, now);
        if (!claims) throw new AppError('signed-out', refusals.loginExpired.en);
        return database.tx(messagesOf(claims.site), async (tx) =>
          work(tx, await patientCaller(tx, claims, now), { request, now }),
        );
      },
    });

  route(program, (tx, caller, { request }) => {
    inputOf(program, request);
    return ownProgram(tx, caller);
  });
  route(log, (tx, caller, { request, now }) => keepLogs(tx, caller, { logs: inputOf(log, request).logs, now }));
}
