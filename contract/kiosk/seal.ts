import type { Arrival } from './arrival.ts';
import type { SealingKey } from './endpoints.ts';
import { sealedFor, sealInfo } from './seal-text.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Where a sealed arrival belongs, and what it is sealed with: a pair of keys and 12 bytes that are used this once. */
export type Sealing = {
  site: string;
  KioskId: string;
  ArrivalId: string;
  key: SealingKey;
  pair: CryptoKeyPair;
  nonce: Bytes;
  /** The platform’s. */
  subtle: SubtleCrypto;
};

/**
 * An arrival as only the server reads it: ECDH on P-256 with the site's public key, HKDF-SHA-256, AES-256-GCM. Whoever
 * sealed it can't open it once the pair is gone. The form is `SealedArrival`'s.
 */
export async function sealArrival(arrival: Arrival, sealing: Sealing): Promise<string> {
  const { site, KioskId, ArrivalId, key, pair, nonce, subtle } = sealing;
  const theirs = await subtle.importKey(
    'jwk',
    { ...key.publicKey, ext: true },
    { name: 'ECDH', namedCurve: 'P-256' },
    false,
    [],
  );
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, pair.privateKey, 256);
  const point = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const aes = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: point, info: bytesOf(sealInfo) },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
  const bound = bytesOf(sealedFor(site, KioskId, ArrivalId));
  const text = bytesOf(JSON.stringify(arrival));
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: bound }, aes, text);
  return [key.KioskKeyId, ...[point, nonce, new Uint8Array(sealed)].map(base64url)].join('.');
}

/** A pair that seals one arrival; its private half can't be taken out. */
export const pairForOne = { name: 'ECDH', namedCurve: 'P-256' } as const;

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

/** Piece by piece: a call takes only so many arguments. */
function base64url(bytes: Bytes): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
