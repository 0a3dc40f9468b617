import { schemaVersion } from '#contract/schema-version.ts';

/** AES-256-GCM: the nonce and the cipher text. Nothing else of a sealed value is on disk. */
export type Sealed = { n: Uint8Array<ArrayBuffer>; c: ArrayBuffer };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Ties a sealed value to its place, so that it opens nowhere else. */
export function sealContext(table: string, key: string, version: number = schemaVersion): string {
  return `${table}|${key}|${version}`;
}

/** Never await this inside a Dexie transaction: it half-committed in test (sync.md). */
export async function seal(dataKey: CryptoKey, place: string, value: unknown): Promise<Sealed> {
  const n = crypto.getRandomValues(new Uint8Array(12));
  const c = await crypto.subtle.encrypt(cipher(n, place), dataKey, encoder.encode(JSON.stringify(value)));
  return { n, c };
}

/** Throws when the value was altered, cut short, moved from its place, or sealed with another key. */
export async function open<T>(dataKey: CryptoKey, place: string, sealed: Sealed): Promise<T> {
  const plain = await crypto.subtle.decrypt(cipher(sealed.n, place), dataKey, sealed.c);
  return JSON.parse(decoder.decode(plain)) as T;
}

/** Undefined instead of a throw. */
export async function tryOpen<T>(dataKey: CryptoKey, place: string, sealed: Sealed): Promise<T | undefined> {
  try {
    return await open<T>(dataKey, place, sealed);
  } catch {
    return undefined;
  }
}

export function sealAll(dataKey: CryptoKey, values: { place: string; value: unknown }[]): Promise<Sealed[]> {
  return Promise.all(values.map(({ place, value }) => seal(dataKey, place, value)));
}

export function openAll<T>(
  dataKey: CryptoKey,
  sealed: { place: string; sealed: Sealed }[],
): Promise<(T | undefined)[]> {
  return Promise.all(sealed.map((one) => tryOpen<T>(dataKey, one.place, one.sealed)));
}

function cipher(n: Uint8Array<ArrayBuffer>, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv: n, additionalData: encoder.encode(place) };
}
