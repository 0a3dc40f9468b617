import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '../keys/key-ring.ts';
import type { SigningKey } from './tokens.ts';

export type SealingKey = Pick<SigningKey, 'id' | 'secrets'>;
export type SealingKeys = KeyRing<SealingKey>;

/**
 * AES-256-GCM under the server's present key, whose id stands before the first point; opens only for the purpose it was
 * sealed for, such as `sso secret|demo`.
 */
export function sealBytes({ current }: SealingKeys, purpose: string, bytes: Uint8Array): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', current.secrets, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Undefined for what a key that is not here sealed, or for something else. */
export function openBytes(keys: SealingKeys, purpose: string, sealed: string): Buffer | undefined {
  const [id, text] = sealed.includes('.') ? sealed.split('.') : [undefined, sealed];
  const whole = Buffer.from(text ?? '', 'base64url');
  if (whole.length < 28) return undefined;
  if (id === undefined) return openNameless(keys, purpose, whole);
  const key = keys.find(id);
  return key && opened(key, purpose, tagFirst(whole));
}

export function sealText(keys: SealingKeys, purpose: string, text: string): string {
  return sealBytes(keys, purpose, Buffer.from(text));
}

export function openText(keys: SealingKeys, purpose: string, sealed: string): string | undefined {
  return openBytes(keys, purpose, sealed)?.toString('utf8');
}

/** The id of the key that something was sealed with; none before keys had ids. */
export function keyIdOf(sealed: string): string | undefined {
  return sealed.includes('.') ? sealed.split('.')[0] : undefined;
}

type Parts = { nonce: Buffer; tag: Buffer; body: Buffer };
const tagFirst = (whole: Buffer): Parts => ({
  nonce: whole.subarray(0, 12),
  tag: whole.subarray(12, 28),
  body: whole.subarray(28),
});
const tagLast = (whole: Buffer): Parts => ({
  nonce: whole.subarray(0, 12),
  tag: whole.subarray(-16),
  body: whole.subarray(12, -16),
});

/** Of before keys had ids: second factors had their tag at the end. */
function openNameless(keys: SealingKeys, purpose: string, whole: Buffer): Buffer | undefined {
  for (const key of keys.all) {
    const found = opened(key, purpose, tagFirst(whole)) ?? opened(key, purpose, tagLast(whole));
    if (found) return found;
  }
  return undefined;
}

function opened({ secrets }: SealingKey, purpose: string, { nonce, tag, body }: Parts): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', secrets, nonce).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return undefined;
  }
}
