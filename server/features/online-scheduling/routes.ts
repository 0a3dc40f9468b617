import type { z } from 'zod';
import { AppError, fail } from '#contract/base/errors.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { onlineSchedulingEndpoints } from '#contract/online-scheduling/endpoints.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Config } from '#server/config.ts';
import { patientCaller } from '#server/features/patient-login/store.ts';
import { verifyPatientToken } from '#server/kit/auth/patient-tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { inputOf, limitByAddress, routeOf } from '#server/kit/http/public-routes.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { bookHeld } from './book.ts';
import { giveUp, keepLonger, makeHold } from './holds.ts';
import { optionsOf } from './options.ts';
import { bookerOf, type Booker } from './person.ts';
import { slotsFor } from './slots.ts';

type Parts = Pick<Api, 'app' | 'database' | 'key'> & { config: Config };

/** What people book online who are logged in on the pages for patients. */
export function onlineSchedulingRoutes({ app, database, key, config }: Parts): void {
  const { options, slots, hold, extendHold, endHold, book } = onlineSchedulingEndpoints;
  const limit = limitByAddress(app, config.signInsPerQuarterHour * 12);
  const route = <E extends Endpoint>(
    endpoint: E,
    /** Null where what it did stays and the person is asked to call. */
    work: (tx: Tx, booker: Booker, input: z.output<E['input']>, now: Date) => Promise<z.input<E['reply']> | null>,
  ) =>
    void app.route({
      ...routeOf(endpoint),
      onRequest: limit,
      handler: async (request) => {
        const now = new Date();
        const token = /^Bearer ([\w.-]{1,2000})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        const claims = await verifyPatientToken(key, token, now);
        if (!claims) throw new AppError('signed-out', refusals.loginExpired.en);
        const all = messagesOf(claims.site);
        // Who it is, seeing nothing but what is theirs.
        const booker = await database.tx(all, async (tx) => bookerOf(tx, await patientCaller(tx, claims, now)));
        const input = inputOf(endpoint, request);
        // What is free depends on everybody's visits: judged by the clinic, as with an offer to the waitlist.
        const reply = await database.tx(all, (tx) => work(tx, booker, input, now));
        return reply ?? fail('user-visible', refusals.callToBook.en);
      },
    });

  route(options, (tx, booker, _input, now) => optionsOf(tx, booker, key.current, now));
  route(slots, (tx, booker, input, now) => slotsFor(tx, booker, input, now));
  route(hold, (tx, booker, input, now) => makeHold(tx, booker, input, now));
  route(extendHold, (tx, booker, { id }, now) => keepLonger(tx, booker, id, now));
  route(endHold, (tx, booker, { id }) => giveUp(tx, booker, id));
  route(book, (tx, booker, input, now) => bookHeld(tx, booker, input, now));
}
