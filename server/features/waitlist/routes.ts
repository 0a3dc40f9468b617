import { waitlistEndpoints } from '#contract/waitlist/endpoints.ts';
import type { Config } from '#server/config.ts';
import { linkAttempts } from '#server/kit/auth/link-attempts.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { publicRoutes } from '#server/kit/http/public-routes.ts';
import { answerOffer, readOfferOf } from './answer.ts';

/** What patients do with an offer, without a sign-in: many may answer from one line, and only what fails counts there. */
export function waitlistRoutes({ app, database, config }: Pick<Api, 'app' | 'database'> & { config: Config }): void {
  const route = publicRoutes(app, async () => undefined);
  const tryLink = linkAttempts({ app, database }, config.signInsPerQuarterHour);
  route(waitlistEndpoints.readOffer, ({ token }, request) => tryLink(request, () => readOfferOf(database, token)));
  route(waitlistEndpoints.answerOffer, (given, request) => tryLink(request, () => answerOffer(database, given)));
}
