import { createCipheriv, createDecipheriv, createHash, createSecretKey, type KeyObject } from 'node:crypto';

/**
 * AES-256-GCM as WebCrypto does it, but at once: a thread pool would end in another order each time. Kept as key
 * objects: a key of bytes is made anew each time, which costs three times the cipher itself.
 */
const keys = new WeakMap<object, KeyObject>();

export function cipherKey(raw: Buffer): CryptoKey {
  const key = Object.freeze({ type: 'secret', extractable: false });
  keys.set(key, createSecretKey(raw));
  // The product hands it on to `subtle` and looks at nothing in it.
  return key as CryptoKey;
}

function secretOf(key: CryptoKey): KeyObject {
  const secret = keys.get(key);
  if (!secret) throw new Error('This key is not of this world.');
  return secret;
}

export const subtle = {
  digest: async (name: string, data: Uint8Array) =>
    Uint8Array.from(createHash(name.replace('-', '')).update(data).digest()).buffer,
  importKey: async (_format: 'raw', raw: Uint8Array) => cipherKey(Buffer.from(raw)),
  async encrypt(
    { iv, additionalData }: { iv: Uint8Array; additionalData: Uint8Array },
    key: CryptoKey,
    data: Uint8Array,
  ) {
    const cipher = createCipheriv('aes-256-gcm', secretOf(key), iv).setAAD(additionalData);
    const sealed = Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
    return Uint8Array.from(sealed).buffer;
  },
  async decrypt(
    { iv, additionalData }: { iv: Uint8Array; additionalData: Uint8Array },
    key: CryptoKey,
    data: ArrayBuffer,
  ) {
    const sealed = Buffer.from(data);
    try {
      const opening = createDecipheriv('aes-256-gcm', secretOf(key), iv).setAAD(additionalData);
      opening.setAuthTag(sealed.subarray(-16));
      return Uint8Array.from(Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])).buffer;
    } catch {
      throw new DOMException('It does not open.', 'OperationError');
    }
  },
};
