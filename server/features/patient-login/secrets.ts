import { createHmac, createPublicKey, randomBytes, randomInt, timingSafeEqual, verify } from 'node:crypto';
import { SiteKey } from '#contract/base/ids.ts';
import type { DeviceKey } from '#contract/patient-login/endpoints.ts';
import { sha256, type SigningKey, type SigningKeys } from '#server/kit/auth/tokens.ts';

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** A million codes are soon tried against a plain hash: this one takes the server's key. */
export function codeHashOf({ current }: SigningKeys, attemptId: string, code: string): string {
  return createHmac('sha256', current.codes).update(`${attemptId}.${code}`).digest('base64url');
}

/** Also by the key before, where keys were rotated while the code was on its way. */
export function isCode(keys: SigningKeys, attemptId: string, { code, hash }: { code: string; hash: string }): boolean {
  const given = keys.all.map((key) =>
    createHmac('sha256', key.codes).update(`${attemptId}.${code}`).digest('base64url'),
  );
  return given.map((one) => isSame(one, hash)).includes(true);
}

export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(wanted)));
}

/**
 * The next secret follows from the one before, so that a device whose reply was lost gets it again. The present key's
 * first; one that was given before keys were rotated follows from a former key.
 */
export function nextSecrets({ all }: SigningKeys, SessionId: string, secret: string): [string, ...string[]] {
  const [present, ...former] = all;
  const next = ({ refresh }: SigningKey) =>
    createHmac('sha256', refresh).update(`patient.${SessionId}.${secret}`).digest('base64url');
  return [next(present), ...former.map(next)];
}

/** What a device signs to go on: the session and its turn, so that no signature counts twice. */
export const turnText = (SessionId: string, turn: number): string => `mainstay patient refresh.${SessionId}.${turn}`;

/** Whether the session's own device signed. */
export function isSigned(deviceKey: DeviceKey, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: deviceKey, format: 'jwk' });
    const given = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, given);
  } catch {
    return false;
  }
}

/** Whether a key is a point of its curve: others are refused where they are given. */
export function isDeviceKey(deviceKey: DeviceKey): boolean {
  try {
    createPublicKey({ key: deviceKey, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

export type NamedSession = { site: string; SessionId: string; secret: string };

export function parsePatientCookie(cookie: string): NamedSession | undefined {
  const [site = '', SessionId = '', secret = '', ...rest] = cookie.split('.');
  const isWhole = SiteKey.safeParse(site).success && /^[0-9a-f-]{36}$/.test(SessionId) && /^[\w-]{43}$/.test(secret);
  return isWhole && rest.length === 0 ? { site, SessionId, secret } : undefined;
}
