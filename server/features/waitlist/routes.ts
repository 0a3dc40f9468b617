import { waitlistEndpoints } from '#contract/waitlist/endpoints.ts';
import type { Config } from '#server/config.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { limitByAddress, publicRoutes } from '#server/kit/http/public-routes.ts';
import { answerOffer, readOfferOf } from './answer.ts';

/** What patients do with an offer, without a sign-in: each address may try as often as it may sign in. */
export function waitlistRoutes({ app, database, config }: Pick<Api, 'app' | 'database'> & { config: Config }): void {
  const route = publicRoutes(app, limitByAddress(app, config.signInsPerQuarterHour));
  route(waitlistEndpoints.readOffer, ({ token }) => readOfferOf(database, token));
  route(waitlistEndpoints.answerOffer, (given) => answerOffer(database, given));
}
