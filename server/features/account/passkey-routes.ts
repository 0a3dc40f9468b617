import type { z } from 'zod';
import { accountEndpoints } from '#contract/account/endpoints.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/kit/db/database.ts';
import type { Caller } from '#server/kit/context.ts';
import { partyOf } from '#server/kit/auth/passkeys/passkeys.ts';
import type { SigningKeys } from '#server/kit/auth/tokens.ts';
import { addPasskey, askOwnPasskey, removePasskey, startPasskey } from './passkeys.ts';

/** A route of who is signed in: its caller, and its input as the table reads it. */
export type OwnRoute = <E extends Endpoint>(
  endpoint: E,
  handler: (caller: Caller, input: z.output<E['input']>) => Promise<unknown>,
) => void;

/** Those of a person's own passkeys that ask who is there anew. */
export function passkeyRoutes(
  ownRoute: OwnRoute,
  { database, key, config }: { database: Database; key: SigningKeys; config: Config },
): void {
  const parts = { database, key, party: partyOf(config) };
  ownRoute(accountEndpoints.askOwnPasskey, (caller) => askOwnPasskey(parts, caller));
  ownRoute(accountEndpoints.startPasskey, (caller, proof) => startPasskey(parts, caller, proof));
  ownRoute(accountEndpoints.addPasskey, (caller, given) => addPasskey(parts, caller, given));
  ownRoute(accountEndpoints.removePasskey, (caller, given) => removePasskey(parts, caller, given));
}
