import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { privateFile } from '#server/kit/db/private-file.ts';
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

/** From the environment, where several servers share it, or kept in the data directory. */
export function loadCookieKey(from: { syncCookieKey: string | undefined; dataDir: string }): Promise<string> {
  if (from.syncCookieKey) return Promise.resolve(from.syncCookieKey);
  return privateFile(join(from.dataDir, 'sync-cookie-key'), () => randomBytes(32).toString('base64url'));
}

export function sealCookie(key: string, cookie: Cookie): string {
  const text = Buffer.from(JSON.stringify(cookie)).toString('base64url');
  return `${text}.${signatureOf(key, text).toString('base64url')}`;
}

/**
 * Undefined for a cookie that this server did not make, was changed on the way, or has another shape: where its
 * device is in the history is then not known, and it starts anew. Refusing it would leave the device stuck.
 */
export function openCookie(key: string, sealed: string): Cookie | undefined {
  const [text = '', signature = '', ...more] = sealed.split('.');
  const given = Buffer.from(signature, 'base64url');
  const own = signatureOf(key, text);
  if (more.length > 0 || given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
  return Cookie.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
}

/** A short name for a set of row scopes. */
export function scopesDigest(scopes: string[]): string {
  return createHash('sha256').update(scopes.toSorted().join(',')).digest('base64url').slice(0, 22);
}

function signatureOf(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(`mainstay sync cookie ${text}`).digest();
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
