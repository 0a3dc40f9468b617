import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import { outageEndpoints } from '#contract/outage/endpoints.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { assertClaims, gatherInput } from '#server/kit/http/request.ts';
import { parseInput } from '#server/kit/http/run-command.ts';

/** Answers from the signed token alone: it must work when the database does not, and tells nothing else. */
export function outageRoutes({ app }: Pick<Api, 'app'>): void {
  const { userDetails } = outageEndpoints;
  app.route({
    method: methodOf(userDetails),
    url: pathOf(userDetails),
    onRequest: async (request) => void assertClaims(request),
    handler: async (request) => {
      const { sub: UserId, site, SuperUser } = assertClaims(request);
      parseInput(userDetails.input, gatherInput(request));
      return { UserId, site, SuperUser };
    },
  });
}
