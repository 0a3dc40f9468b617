import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { SiteKey, UserId } from '#contract/base/ids.ts';
import { idOf, type Identified } from '../keys/key-list.ts';
import { loadKeyRing, type KeyRing } from '../keys/key-ring.ts';

export const tokenLifetimeMs = 15 * 60 * 1000;
const audience = 'mainstay-api';

const Jwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), d: z.string().min(1), x: z.string().min(1) });

const Claims = z.object({
  sub: UserId,
  site: SiteKey,
  sid: z.uuid(),
  SuperUser: z.boolean(),
  /** How often its session had been taken up by its device when it was made; older tokens end with each time. */
  takenUp: z.int().optional(),
  /** A token that names a kind, such as a patient's, is none of the staff's, whatever else it says. */
  kind: z.never().optional(),
});
/** What a bearer token says. It is a claim of the past: the caller is loaded from the database on top of it. */
export type Claims = z.output<typeof Claims>;

export type SigningKey = Identified & {
  sign: KeyObject;
  verify: KeyObject;
  /** Derives each refresh secret from the one before it. */
  refresh: Buffer;
  /** Seals the keys of second factors in the database. */
  secrets: Buffer;
  /** Signs the challenges that passkeys answer. */
  challenges: Buffer;
  /** Signs what a browser shows that people have signed in from. */
  browsers: Buffer;
  /** Hashes the codes by which patients come in. */
  codes: Buffer;
  /** Gives each person who books online a key of their own, which seals on the phone what they typed. */
  typed: Buffer;
};
/** The present signing key with the former ones, whose work still counts. */
export type SigningKeys = KeyRing<SigningKey>;

/** Ed25519 keys from the environment, or those kept in the data directory. */
export function loadSigningKeys(from: { signingKey: string | undefined; dataDir: string }): Promise<SigningKeys> {
  const path = join(from.dataDir, 'signing-key.jwk');
  return loadKeyRing({ given: from.signingKey, path, make: newSigningKey, read: readSigningKey });
}

export function newSigningKey(): string {
  return JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
}

/** From a JWK, as an object or as JSON. */
export function readSigningKey(item: unknown): SigningKey {
  const jwk = Jwk.safeParse(typeof item === 'string' ? parsed(item) : item);
  if (!jwk.success) throw new Error('The signing key is not an Ed25519 private key (JWK).');
  const { kty, crv, d, x } = jwk.data;
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', purpose, 32));
  return {
    id: idOf(d),
    sign: createPrivateKey({ key: { kty, crv, d, x }, format: 'jwk' }),
    verify: createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
    refresh: derived('mainstay refresh secrets'),
    secrets: derived('mainstay second factors'),
    challenges: derived('mainstay passkey challenges'),
    browsers: derived('mainstay known browsers'),
    codes: derived('mainstay patient codes'),
    typed: derived('mainstay typed by patients'),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function signToken({ current }: SigningKeys, claims: Claims): Promise<string> {
  const { sub, ...rest } = claims;
  return new SignJWT(rest)
    .setProtectedHeader({ alg: 'EdDSA', kid: current.id })
    .setSubject(sub)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + tokenLifetimeMs))
    .sign(current.sign);
}

type Verified = { claims: Claims; endsAt: number; keyId: string };
const verified = new WeakMap<SigningKeys, Map<string, Verified>>();
const mostVerified = 2_000;

/** Undefined for a token that is expired, forged or not ours. A signature is checked once: that costs more than the rest of a request. */
export async function verifyToken(keys: SigningKeys, token: string): Promise<Claims | undefined> {
  const known = verified.get(keys) ?? new Map<string, Verified>();
  verified.set(keys, known);
  const found = known.get(token);
  // A key may have been dropped meanwhile.
  if (found) return found.endsAt > Date.now() && keys.find(found.keyId) ? found.claims : undefined;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => keyNamed(keys, kid).verify, {
      algorithms: ['EdDSA'],
      audience,
      requiredClaims: ['exp'],
    });
    const claims = Claims.parse(payload);
    if (known.size >= mostVerified) known.clear();
    const keyId = keyNamed(keys, protectedHeader.kid).id;
    known.set(token, { claims, endsAt: (payload.exp ?? 0) * 1000, keyId });
    return claims;
  } catch {
    return undefined;
  }
}

/** Tokens of before keys had ids name none: of the last quarter of an hour, and so of the oldest key. */
function keyNamed(keys: SigningKeys, id: string | undefined): SigningKey {
  const found = id === undefined ? keys.all.at(-1) : keys.find(id);
  if (!found) throw new Error('The token was signed with a key that is not here.');
  return found;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
