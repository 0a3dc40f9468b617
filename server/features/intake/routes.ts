import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { uuidFrom } from '#contract/base/ids.ts';
import { intakeEndpoints } from '#contract/intake/endpoints.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Config } from '#server/config.ts';
import { patientCaller } from '#server/features/patient-login/store.ts';
import { verifyPatientToken } from '#server/kit/auth/patient-tokens.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { inputOf, limitByAddress, routeOf } from '#server/kit/http/public-routes.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { addPhoto, saveAnswers, signConsent, type Changing } from './change.ts';
import { readIntake } from './read.ts';
import { submitIntake } from './submit.ts';

type Parts = Pick<Api, 'app' | 'database' | 'key' | 'services'> & { config: Config };

/** Forms that patients fill in, and guarantors for those they act for. */
export function intakeRoutes({ app, database, key, services, config }: Parts): void {
  const { read, save, photo, sign, submit } = intakeEndpoints;
  // Each screen is saved while it is typed: a waiting room behind one address needs room.
  const limit = limitByAddress(app, config.signInsPerQuarterHour * 60);
  const route = (endpoint: Endpoint, work: (changing: Changing, request: FastifyRequest) => Promise<unknown>) =>
    void app.route({
      ...routeOf(endpoint),
      onRequest: limit,
      handler: async (request) => {
        const now = new Date();
        const token = /^Bearer ([\w.-]{1,2000})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        const claims = await verifyPatientToken(key, token, now);
        if (!claims) throw new AppError('signed-out', refusals.loginExpired.en);
        const newId = () => uuidFrom(now.getTime(), randomBytes(10));
        return database.tx(messagesOf(claims.site), async (tx) => {
          const caller = await patientCaller(tx, claims, now);
          return work({ tx, caller, files: services.files, now, newId, ip: request.ip }, request);
        });
      },
    });

  route(read, ({ tx, caller }, request) => readIntake(tx, caller, inputOf(read, request).language));
  route(save, (changing, request) => saveAnswers(changing, inputOf(save, request)));
  route(photo, (changing, request) => addPhoto(changing, inputOf(photo, request)));
  route(sign, (changing, request) => signConsent(changing, inputOf(sign, request)));
  route(submit, (changing, request) => submitIntake(changing, inputOf(submit, request)));
}
