import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { patientVisitEndpoints } from '#contract/patient-visits/endpoints.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Config } from '#server/config.ts';
import { askForAnotherTime, cannotCome, confirmVisit } from '#server/features/messages/store.ts';
import { patientCaller, type PatientCaller } from '#server/features/patient-login/store.ts';
import { verifyPatientToken } from '#server/kit/auth/patient-tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { inputOf, limitByAddress, routeOf } from '#server/kit/http/public-routes.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { answeredVisit, calendarOf, ownVisits } from './visits.ts';

type Parts = Pick<Api, 'app' | 'database' | 'key'> & { config: Config };
type Work = (tx: Tx, caller: PatientCaller, now: Date, request: FastifyRequest) => Promise<unknown>;

/** The visits of who is logged in as a patient or a guarantor. */
export function patientVisitRoutes({ app, database, key, config }: Parts): void {
  const { list, calendar, confirm, cannotCome: decline, anotherTime } = patientVisitEndpoints;
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
          work(tx, await patientCaller(tx, claims, now), now, request),
        );
      },
    });

  route(list, async (tx, caller, now, request) => {
    inputOf(list, request);
    return ownVisits(tx, caller, now);
  });
  route(calendar, async (tx, caller, _now, request) => ({
    text: await calendarOf(tx, caller, inputOf(calendar, request)),
  }));
  route(confirm, async (tx, caller, now, request) => {
    const { id, Start } = inputOf(confirm, request);
    await confirmVisit(tx, await answeredVisit(tx, caller, { id, now }), Start);
    return ownVisits(tx, caller, now);
  });
  route(decline, async (tx, caller, now, request) => {
    const { id, Start } = inputOf(decline, request);
    await cannotCome(tx, await answeredVisit(tx, caller, { id, now }), Start);
    return ownVisits(tx, caller, now);
  });
  route(anotherTime, async (tx, caller, now, request) => {
    const { id, Start, note = null } = inputOf(anotherTime, request);
    await askForAnotherTime(tx, await answeredVisit(tx, caller, { id, now }), { seen: Start, note });
    return ownVisits(tx, caller, now);
  });
}
