import type { OwnPasskey, PasskeyAssertion, PasskeyQuestion } from '#contract/account/passkey.ts';
import type { z } from 'zod';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { SigningKeys } from '../tokens.ts';
import { challengeMs, isOpenChallenge, newChallenge, useUp } from './challenge.ts';
import { ownerOf } from './handle.ts';

export type User = { site: string; UserId: string };
/** Where passkeys count: those made for another address are worth nothing here. */
export type Party = { rpId: string; origin: string };
export type PasskeyParts = { key: SigningKeys; party: Party };

/** The address people open, as it is configured; what a request says of itself does not matter. */
export function partyOf({ publicUrl }: { publicUrl: string }): Party {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}

export type Transport = PasskeyQuestion['allowCredentials'][number]['transports'][number];
export type Known = { credentialId: string; transports: Transport[] };

export function knownPasskeys(tx: Tx, { site, UserId }: User): Promise<Known[]> {
  return tx.rows<Known>(
    `select "credentialId", transports from passkeys where site = $1 and "UserId" = $2 order by "createdAt", "PasskeyId"`,
    [site, UserId],
  );
}

export function ownPasskeys(tx: Tx, { site, UserId }: User): Promise<z.input<typeof OwnPasskey>[]> {
  return tx.rows(
    `select "PasskeyId", "credentialId", name, to_jsonb("createdAt") #>> '{}' as "createdAt", to_jsonb("lastUsedAt") #>> '{}' as "lastUsedAt"
     from passkeys where site = $1 and "UserId" = $2 order by passkeys."createdAt", "PasskeyId"`,
    [site, UserId],
  );
}

export async function countPasskeys(tx: Tx, { site, UserId }: User): Promise<number> {
  const found = await tx.maybe<{ count: number }>(
    `select count(*)::int as count from passkeys where site = $1 and "UserId" = $2`,
    [site, UserId],
  );
  return found?.count ?? 0;
}

/** All of a person's, for a phone that is lost; how many they were. */
export function endPasskeys(tx: Tx, { site, UserId }: User): Promise<number> {
  return tx.run(`delete from passkeys where site = $1 and "UserId" = $2`, [site, UserId]);
}

/** A question for an authenticator; without `known` the person chooses among those they have for this address. */
export function questionOf({ key, party }: PasskeyParts, purpose: string, known: Known[] = []): PasskeyQuestion {
  return {
    challenge: Buffer.from(newChallenge(key, purpose)).toString('base64url'),
    rpId: party.rpId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: known.map(asDescriptor),
  };
}

export function asDescriptor({ credentialId, transports }: Known): PasskeyQuestion['allowCredentials'][number] {
  return { id: credentialId, type: 'public-key', transports };
}

type Held = User & {
  PasskeyId: string;
  publicKey: string;
  counter: number;
  Email: string;
  Disabled: boolean;
};
/** `copied`: the signature is right and the counter went back, so the key is in two places; the audit log says so. */
export type Shown = { is: 'right' | 'copied' | 'wrong'; passkey: Omit<Held, 'publicKey' | 'counter'> };

/** Looks at what an authenticator answered, and uses the challenge and the counter up; undefined when nobody here has it. */
export async function takeAssertion(
  tx: Tx,
  parts: PasskeyParts,
  { site, purpose, assertion }: { site: string; purpose: string; assertion: PasskeyAssertion },
): Promise<Shown | undefined> {
  const held = await tx.maybe<Held>(
    `select p.site, p."UserId", p."PasskeyId", p."publicKey", p.counter, u."Email", u."Disabled"
     from passkeys p join users u on u.site = p.site and u."UserId" = p."UserId"
     where p.site = $1 and p."credentialId" = $2 for update of p`,
    [site, assertion.id],
  );
  if (!held) return undefined;
  const { publicKey, counter, ...passkey } = held;
  const read = await readAssertion(parts, purpose, assertion, publicKey);
  const handle = assertion.response.userHandle;
  const isTheirs = handle === undefined || ownerOf(handle)?.UserId === held.UserId;
  if (!read || !isTheirs || !(await useUp(tx, site, read.challenge))) return { is: 'wrong', passkey };
  if ((read.counter > 0 || counter > 0) && read.counter <= counter) {
    const { UserId, PasskeyId } = held;
    await audit(tx, site, { UserId, action: 'copied passkey', entity: 'passkeys', pk: PasskeyId });
    return { is: 'copied', passkey };
  }
  await tx.run(
    `update passkeys set counter = $3, "lastUsedAt" = clock_timestamp() where site = $1 and "PasskeyId" = $2`,
    [site, held.PasskeyId, read.counter],
  );
  return { is: 'right', passkey };
}

/** Undefined for a wrong signature, address, purpose or time, and for what cannot be read at all. */
async function readAssertion(
  { key, party }: PasskeyParts,
  purpose: string,
  assertion: PasskeyAssertion,
  publicKey: string,
): Promise<{ challenge: string; counter: number } | undefined> {
  let challenge = '';
  try {
    // Takes 11 MB: loaded where somebody has a passkey.
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { userHandle, ...response } = assertion.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: userHandle === undefined ? response : { ...response, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: (signed) => isOpenChallenge(key, purpose, (challenge = signed)),
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      // The counter is judged by the caller: one that goes back is to be told from a wrong signature.
      credential: { id: assertion.id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? { challenge, counter: authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined;
  }
}
