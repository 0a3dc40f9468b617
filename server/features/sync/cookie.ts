import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { loadKeyRing, type KeyRing } from '#server/kit/keys/key-ring.ts';
import { newTextKey, readTextKey, type TextKey } from '#server/kit/keys/text-key.ts';
import { isBehind, type Snapshot } from './snapshot.ts';

/** Where a device is in the history, and for whom: nothing in it is secret, but nobody else may write it. */
export const Cookie = z.strictObject({
  epoch: z.string(),
  snapshot: z.string().regex(/^\d+:\d+:[\d,]*$/),
  /** When PostgreSQL was last started. */
  boot: z.string(),
  scopes: z.string(),
  schemaVersion: z.int(),
  UserId: z.string(),
  site: z.string(),
  /** Server time in ms. */
  at: z.int(),
});
export type Cookie = z.output<typeof Cookie>;

/** From the environment, where several servers share them, or kept in the data directory. */
export function loadCookieKeys(from: {
  syncCookieKey: string | undefined;
  dataDir: string;
}): Promise<KeyRing<TextKey>> {
  const path = join(from.dataDir, 'sync-cookie-key');
  return loadKeyRing({ given: from.syncCookieKey, path, make: newTextKey, read: readTextKey });
}

export function sealCookie({ current }: KeyRing<TextKey>, cookie: Cookie): string {
  const text = Buffer.from(JSON.stringify(cookie)).toString('base64url');
  return `${text}.${signatureOf(current, text).toString('base64url')}`;
}

/**
 * Undefined for a cookie that this server did not make, was changed on the way, or has another shape: where its
 * device is in the history is then not known, and it starts anew. Refusing it would leave the device stuck.
 */
export function openCookie(keys: KeyRing<TextKey>, sealed: string): Cookie | undefined {
  const [text = '', signature = '', ...more] = sealed.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isOurs = (key: TextKey) => {
    const own = signatureOf(key, text);
    return given.length === own.length && timingSafeEqual(given, own);
  };
  if (more.length > 0 || !keys.all.some(isOurs)) return undefined;
  return Cookie.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
}

/** A short name for a set of row scopes. */
export function scopesDigest(scopes: string[]): string {
  return createHash('sha256').update(scopes.toSorted().join(',')).digest('base64url').slice(0, 22);
}

function signatureOf({ secret }: TextKey, text: string): Buffer {
  return createHmac('sha256', secret).update(`mainstay sync cookie ${text}`).digest();
}

/** Deletions are remembered so long (sync.md). */
const historyMs = 90 * 24 * 3_600_000;

/** `now`: where history stands, not shortened, which looks like an older history than the cookie's. */
export function mustStartAnew(since: Cookie, here: Cookie, now: Snapshot): boolean {
  const same = (['epoch', 'scopes', 'schemaVersion', 'UserId', 'site'] as const).every(
    (name) => since[name] === here[name],
  );
  return !same || here.at - since.at > historyMs || isBehind(now, since.snapshot);
}
