import { waitlistEndpoints } from '#contract/waitlist/endpoints.ts';
import type { Config } from '#server/config.ts';
import { linkAttempts } from '#server/kit/auth/link-attempts.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { limitByAddress, publicRoutes } from '#server/kit/http/public-routes.ts';
import { answerOffer, readOfferOf } from './answer.ts';

/** Calls of one address, for each that may fail: so many patients behind one line, and no more reach the database. */
const asksPerFailure = 12;

/** What patients do with an offer, without a sign-in: many may answer from one line, where what fails counts first. */
export function waitlistRoutes({ app, database, config }: Pick<Api, 'app' | 'database'> & { config: Config }): void {
  const route = publicRoutes(app, limitByAddress(app, config.signInsPerQuarterHour * asksPerFailure));
  const tryLink = linkAttempts({ app, database }, { of: 'offer', limit: config.signInsPerQuarterHour });
  route(waitlistEndpoints.readOffer, ({ token }, request) => tryLink(request, () => readOfferOf(database, token)));
  route(waitlistEndpoints.answerOffer, (given, request) => tryLink(request, () => answerOffer(database, given)));
}
