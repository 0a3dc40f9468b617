import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SigningKey } from './tokens.ts';

/** AES-256-GCM under the server's own key; opens only for the purpose it was sealed for, such as `sso secret|demo`. */
export function sealText({ secrets }: Pick<SigningKey, 'secrets'>, purpose: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secrets, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined for what another key sealed, or for something else. */
export function openText(
  { secrets }: Pick<SigningKey, 'secrets'>,
  purpose: string,
  sealed: string,
): string | undefined {
  const whole = Buffer.from(sealed, 'base64url');
  if (whole.length < 28) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', secrets, whole.subarray(0, 12)).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(whole.subarray(12, 28));
    return Buffer.concat([decipher.update(whole.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
