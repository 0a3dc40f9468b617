import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TextKey } from '#server/kit/keys/text-key.ts';

/** A link of the chain: which entries it takes, in order, with the SHA-256 of each. */
export type Seal = { site: string; seq: number; at: string; ids: number[]; hashes: Buffer[]; mac: Buffer } & Keyed;
/** Null: of before keys had ids. */
export type Keyed = { keyId: string | null };
/** Where a chain ends. */
export type Head = { site: string; seq: number; total: number; at: string; mac: Buffer };

/** Over the link and the mac of the one before it; null before the first. */
export function sealMac({ secret }: TextKey, seal: Omit<Seal, 'mac' | 'keyId'>, before: Buffer | null): Buffer {
  const { site, seq, at, ids, hashes } = seal;
  const named = ['seal', 1, site, seq, at, before?.toString('hex') ?? null, ids, hashes.map((one) => one.length)];
  const mac = createHmac('sha256', secret).update(JSON.stringify(named));
  for (const hash of hashes) mac.update(hash);
  return mac.digest();
}

export function headMac({ secret }: TextKey, head: Omit<Head, 'mac'>, last: Buffer): Buffer {
  const { site, seq, total, at } = head;
  return createHmac('sha256', secret)
    .update(JSON.stringify(['head', 1, site, seq, total, at, last.toString('hex')]))
    .digest();
}

export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** One thing that is not as it was written; `entry` and `seal` say where. */
export type Finding = { what: string; seal?: number; entry?: number };
