import { accountEndpoints } from '#contract/account/endpoints.ts';
import type { Config } from '#server/config.ts';
import { linkAttempts } from '#server/kit/auth/link-attempts.ts';
import { traceOf } from '#server/kit/http/failures.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { inputOf, limitByAddress, limitBySession, publicRoutes, routeOf } from '#server/kit/http/public-routes.ts';
import { callerOf, assertClaims } from '#server/kit/http/request.ts';
import { sendResetLinks } from './forgot.ts';
import { readLink, useLink } from './links.ts';
import { changePassword, assertPassword } from './own-password.ts';
import { passkeyRoutes, type OwnRoute } from './passkey-routes.ts';
import { confirmSecondFactor, removeSecondFactor, renewRecoveryCodes, startSecondFactor } from './second-factor.ts';

export type AccountApi = Pick<Api, 'app' | 'database' | 'identity' | 'key'> & { config: Config };

/** Calls of one sign-in that work, for each that may fail. */
const ownPerFailure = 12;

/**
 * What a person does with their account before they can sign in, and what takes a password: hashing one is slow on
 * purpose and must not hold a transaction open. What fails counts by address and link, or with the sign-in it came from
 * (`countOwnWrong`). Links that work count by link alone, so that a whole clinic can be invited.
 */
export function accountRoutes({ app, database, identity, key, config }: AccountApi): void {
  // Whether an account was found is told to nobody: of these every one counts.
  const limit = limitByAddress(app, config.signInsPerQuarterHour);
  // For the processor's time alone: a day's work of right passwords and passkeys stays far below.
  const ownLimit = limitBySession(app, config.signInsPerQuarterHour * ownPerFailure);
  const route = publicRoutes(app, limit);
  const ownRoute: OwnRoute = (endpoint, handler) =>
    void app.route({
      ...routeOf(endpoint),
      onRequest: async (request) => {
        assertClaims(request);
        await ownLimit(request);
      },
      handler: async (request) => handler(await callerOf(request, identity), inputOf(endpoint, request)),
    });

  const linkRoute = publicRoutes(app, async () => undefined);
  const tryLink = linkAttempts({ app, database }, { of: 'account', limit: config.signInsPerQuarterHour });
  linkRoute(accountEndpoints.readLink, ({ token }, request) => tryLink(request, () => readLink(database, token)));
  linkRoute(accountEndpoints.useLink, (given, request) => tryLink(request, () => useLink(database, given)));

  const underway = new Set<Promise<void>>();
  app.addHook('preClose', async () => void (await Promise.all(underway)));
  route(accountEndpoints.forgot, async ({ email }, request) => {
    // After the answer: how long it takes would tell whether there is such an account.
    const sending = sendResetLinks(database, email)
      .catch((error: unknown) => request.log.error(traceOf(error), 'a link could not be mailed'))
      .finally(() => underway.delete(sending));
    underway.add(sending);
    return { heard: true };
  });

  ownRoute(accountEndpoints.changePassword, async (caller, given) => {
    await changePassword(database, caller, given);
    return { changed: true };
  });

  ownRoute(accountEndpoints.confirmPassword, async (caller, { current }) => {
    await assertPassword(database, caller, current);
    return { confirmed: true };
  });

  passkeyRoutes(ownRoute, { database, key, config });

  const parts = { database, key };
  ownRoute(accountEndpoints.startSecondFactor, (caller, { current }) => startSecondFactor(parts, caller, current));
  ownRoute(accountEndpoints.confirmSecondFactor, (caller, { code }) => confirmSecondFactor(parts, caller, code));
  ownRoute(accountEndpoints.renewRecoveryCodes, (caller, { current }) => renewRecoveryCodes(parts, caller, current));
  ownRoute(accountEndpoints.removeSecondFactor, async (caller, { current }) => {
    await removeSecondFactor(parts, caller, current);
    return { removed: true };
  });
}
