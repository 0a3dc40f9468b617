import { randomUUID } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import {
  mostPasskeys,
  type NewPasskeyQuestion,
  type PasskeyAttestation,
  type PasskeyQuestion,
  type Proof,
} from '#contract/account/passkey.ts';
import type { Found } from '#server/kit/auth/attempts.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Caller } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { passkeyAdded, passkeyRemoved, tellOwner } from '#server/kit/mail/account-news.ts';
import { isOpenChallenge, useUp } from '#server/kit/auth/passkeys/challenge.ts';
import { handleOf } from '#server/kit/auth/passkeys/handle.ts';
import {
  asDescriptor,
  knownPasskeys,
  ownPasskeys,
  questionOf,
  takeAssertion,
  type PasskeyParts,
} from '#server/kit/auth/passkeys/passkeys.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import { countOwnWrong } from './own-attempts.ts';
import { assertPassword, homeOf } from './own-password.ts';
import { deletePasskey, insertPasskey } from './passkey-store.ts';
import { ownAccount, type OwnAccount } from './store.ts';

export type OwnPasskeyParts = PasskeyParts & { database: Database };
type Kept = { passkeys: Awaited<ReturnType<typeof ownPasskeys>> };

export const noPasskey = 'This passkey was not found.';
const wrongSentence = 'The passkey could not be read. Try again, or enter your password.';
/** ES256, RS256 and EdDSA (RFC 9053), the ones authenticators have. */
const algorithms = [-7, -257, -8];

/** A challenge is for one person, one sign-in and one end: none can be carried to another. */
function purposeOf(end: 'prove' | 'add', caller: Caller): string {
  const { site, UserId } = homeOf(caller);
  return [end, site, UserId, caller.SessionId].join('|');
}

export function askOwnPasskey(parts: OwnPasskeyParts, caller: Caller): Promise<PasskeyQuestion> {
  const user = homeOf(caller);
  return parts.database.tx(siteAlone(user.site), async (tx) => {
    const known = await knownPasskeys(tx, user);
    if (known.length === 0) fail('conflict', 'You have no passkey yet. Enter your password.');
    return questionOf(parts, purposeOf('prove', caller), known);
  });
}

/** Asks who is there anew; failures of either kind count with this sign-in. */
async function assertProof(
  { database, ...parts }: OwnPasskeyParts,
  caller: Caller,
  { current, passkey }: Proof,
): Promise<OwnAccount> {
  if (passkey === undefined) {
    const sentence = 'Enter your password, or use a passkey.';
    if (current === undefined) fail('invalid', sentence, { fields: { current: sentence } });
    return assertPassword(database, caller, current);
  }
  const user = homeOf(caller);
  const own = await database.tx(siteAlone(user.site), (tx) => ownAccount(tx, user));
  if (!own) fail('not-found', 'This user was not found.');
  const given = { site: user.site, purpose: purposeOf('prove', caller), assertion: passkey };
  const { found } = await countOwnWrong(database, caller, own.Email, async (): Promise<{ found: Found }> => {
    const shown = await database.tx(siteAlone(user.site), (tx) => takeAssertion(tx, parts, given));
    return { found: shown?.is === 'right' && shown.passkey.UserId === user.UserId ? 'right' : 'wrong' };
  });
  if (found === 'wrong') fail('invalid', wrongSentence, { fields: { passkey: wrongSentence } });
  return own;
}

export async function startPasskey(parts: OwnPasskeyParts, caller: Caller, proof: Proof): Promise<NewPasskeyQuestion> {
  const own = await assertProof(parts, caller, proof);
  const user = homeOf(caller);
  const known = await parts.database.tx(siteAlone(user.site), (tx) => knownPasskeys(tx, user));
  refuseMany(known.length);
  const { challenge, rpId, timeout } = questionOf(parts, purposeOf('add', caller));
  return {
    challenge,
    rp: { id: rpId, name: 'Mainstay' },
    user: { id: Buffer.from(handleOf(user)).toString('base64url'), name: own.Email, displayName: own.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    attestation: 'none',
    excludeCredentials: known.map(asDescriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** The challenge says that this very sign-in showed the password or a passkey within the last minutes. */
export async function addPasskey(
  parts: OwnPasskeyParts,
  caller: Caller,
  { name, passkey }: { name: string; passkey: PasskeyAttestation },
): Promise<Kept> {
  const made = await readAttestation(parts, purposeOf('add', caller), passkey);
  if (!made) fail('invalid', 'This passkey could not be saved. Nothing was changed. Start again.');
  const user = homeOf(caller);
  return parts.database.tx(siteAlone(user.site), async (tx) => {
    if (!(await useUp(tx, user.site, made.challenge)))
      fail('conflict', 'This passkey was already added. Nothing else was changed. Check the list.');
    refuseMany((await knownPasskeys(tx, user)).length);
    const PasskeyId = randomUUID();
    const { transports } = passkey.response;
    if (!(await insertPasskey(tx, { ...user, PasskeyId, name, transports, ...made })))
      fail('conflict', 'This passkey was already added.');
    await audit(tx, user.site, { UserId: user.UserId, action: 'passkey added', entity: 'passkeys', pk: PasskeyId });
    await tellOwner(tx, user, passkeyAdded);
    return { passkeys: await ownPasskeys(tx, user) };
  });
}

export async function removePasskey(
  parts: OwnPasskeyParts,
  caller: Caller,
  { id: PasskeyId, ...proof }: Proof & { id: string },
): Promise<Kept> {
  await assertProof(parts, caller, proof);
  const user = homeOf(caller);
  return parts.database.tx(siteAlone(user.site), async (tx) => {
    if ((await deletePasskey(tx, { ...user, PasskeyId })) === undefined) fail('not-found', noPasskey);
    await audit(tx, user.site, { UserId: user.UserId, action: 'passkey removed', entity: 'passkeys', pk: PasskeyId });
    await tellOwner(tx, user, passkeyRemoved);
    return { passkeys: await ownPasskeys(tx, user) };
  });
}

function refuseMany(count: number): void {
  if (count >= mostPasskeys) fail('conflict', `You have ${mostPasskeys} passkeys. Remove one before you add another.`);
}

type Made = { challenge: string; credentialId: string; publicKey: string; counter: number };

/** Undefined for what was made for another address, person or sign-in, too late, or without asking its owner. */
async function readAttestation(
  { key, party }: PasskeyParts,
  purpose: string,
  passkey: PasskeyAttestation,
): Promise<Made | undefined> {
  let challenge = '';
  try {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: (signed) => isOpenChallenge(key, purpose, (challenge = signed)),
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { challenge, credentialId: id, publicKey: Buffer.from(publicKey).toString('base64'), counter };
  } catch {
    return undefined;
  }
}
