import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Tx } from '#server/kit/context.ts';
import { sha256, type SigningKey, type SigningKeys } from '../tokens.ts';

/** How long somebody may take to answer. */
export const challengeMs = 5 * 60_000;
const headLength = 24;

/**
 * Bytes for an authenticator to sign: random, with their end, under the server's key and for one purpose. Nothing is
 * kept of those that are only asked for, so nobody fills a table with them.
 */
export function newChallenge(keys: SigningKeys, purpose: string, now = Date.now()): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(headLength);
  randomBytes(16).copy(head);
  head.writeBigUInt64BE(BigInt(now + challengeMs), 16);
  return new Uint8Array([...head, ...macOf(keys.current, purpose, head)]);
}

/** Whether a challenge (base64url) is ours, for this purpose, and not over yet. */
export function isOpenChallenge(keys: SigningKeys, purpose: string, challenge: string, now = Date.now()): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== headLength + 32) return false;
  const head = bytes.subarray(0, headLength);
  const isOurs = (key: SigningKey) => timingSafeEqual(bytes.subarray(headLength), macOf(key, purpose, head));
  if (!keys.all.some(isOurs)) return false;
  return Number(head.readBigUInt64BE(16)) > now;
}

/** A challenge counts once; false when it was answered before. */
export async function useUp(tx: Tx, site: string, challenge: string): Promise<boolean> {
  await tx.run(
    `delete from used_challenges where site = $1 and "usedAt" < clock_timestamp() - make_interval(secs => $2)`,
    [site, (2 * challengeMs) / 1000],
  );
  // The bytes, since base64url can be spelled in more than one way.
  const spelled = Buffer.from(challenge, 'base64url').toString('base64url');
  const used = await tx.run(
    `insert into used_challenges (site, "challengeHash") values ($1, $2) on conflict do nothing`,
    [site, sha256(spelled)],
  );
  return used === 1;
}

function macOf(key: SigningKey, purpose: string, head: Uint8Array): Buffer {
  return createHmac('sha256', key.challenges).update(head).update(purpose).digest();
}
