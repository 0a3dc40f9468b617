import { createHash, hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import { z } from 'zod';
import { SiteKey, UserId } from '#contract/base/ids.ts';
import { privateFile } from '../db/private-file.ts';

export const tokenLifetimeMs = 15 * 60 * 1000;
const audience = 'mainstay-api';

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

export type SigningKey = {
  sign: CryptoKey | Uint8Array;
  verify: CryptoKey | Uint8Array;
  /** Derives each refresh secret from the one before it. */
  refresh: Buffer;
  /** Seals the keys of second factors in the database. */
  secrets: Buffer;
  /** Signs the challenges that passkeys answer. */
  challenges: Buffer;
  /** Signs what a browser shows that people have signed in from. */
  browsers: Buffer;
};

/** The Ed25519 key from the environment, or the one kept in the data directory. */
export async function loadSigningKey(from: { signingKey: string | undefined; dataDir: string }): Promise<SigningKey> {
  const text = from.signingKey ?? (await privateFile(join(from.dataDir, 'signing-key.jwk'), newSigningKey));
  const jwk = JSON.parse(text) as JWK;
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || !jwk.d)
    throw new Error('The signing key is not an Ed25519 private key (JWK).');
  const { d, ...open } = jwk;
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', purpose, 32));
  return {
    sign: await importJWK(jwk, 'EdDSA'),
    verify: await importJWK(open, 'EdDSA'),
    refresh: derived('mainstay refresh secrets'),
    secrets: derived('mainstay second factors'),
    challenges: derived('mainstay passkey challenges'),
    browsers: derived('mainstay known browsers'),
  };
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

export function signToken(key: SigningKey, claims: Claims): Promise<string> {
  const { sub, ...rest } = claims;
  return new SignJWT(rest)
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(sub)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + tokenLifetimeMs))
    .sign(key.sign);
}

const verified = new WeakMap<SigningKey, Map<string, { claims: Claims; endsAt: number }>>();
const mostVerified = 2_000;

/** Undefined for a token that is expired, forged or not ours. A signature is checked once: that costs more than the rest of a request. */
export async function verifyToken(key: SigningKey, token: string): Promise<Claims | undefined> {
  const known = verified.get(key) ?? new Map<string, { claims: Claims; endsAt: number }>();
  verified.set(key, known);
  const found = known.get(token);
  if (found) return found.endsAt > Date.now() ? found.claims : undefined;
  try {
    const { payload } = await jwtVerify(token, key.verify, {
      algorithms: ['EdDSA'],
      audience,
      requiredClaims: ['exp'],
    });
    const claims = Claims.parse(payload);
    if (known.size >= mostVerified) known.clear();
    known.set(token, { claims, endsAt: (payload.exp ?? 0) * 1000 });
    return claims;
  } catch {
    return undefined;
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
