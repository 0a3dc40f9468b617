import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import type { KeyRing } from '#server/kit/keys/key-ring.ts';
import type { TextKey } from '#server/kit/keys/text-key.ts';
import type { Anchor, Mark } from './anchor.ts';
import { headMac, isSame, sealMac, type Head, type Keyed } from './mac.ts';
import { addSeal, databaseTime, hasSealOf, headOf, macOf, sealsAfter, waitingEntries } from './rows.ts';

export type ChainKeeper = { keys: KeyRing<TextKey>; anchor: Anchor };

/** The chain does not go on from where it ends: it was altered, or sealed with a key that is not here. */
export class BrokenChain extends Error {}

export const perSeal = 1_000;
const sealLock = 7_260_007;

/** Seals what waits in every site; how many entries. A site whose chain is broken is told of and left as it is. */
export async function sealAll(
  database: Database,
  keeper: ChainKeeper,
  onBroken: (site: string) => void,
): Promise<number> {
  const sites = await database.outside((tx) => tx.rows<{ site: string }>('select audit_sites_waiting() as site'));
  let sealed = 0;
  const failures: unknown[] = [];
  for (const { site } of sites) {
    try {
      sealed += await sealSite(database, keeper, site);
    } catch (error) {
      if (error instanceof BrokenChain) onBroken(site);
      // The others are sealed all the same.
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return sealed;
}

/** Seals what waits in one site, in transactions of their own; writers never wait for it. */
export async function sealSite(database: Database, keeper: ChainKeeper, site: string): Promise<number> {
  for (let sealed = 0; ;) {
    const made = await database.tx(siteAlone(site), (tx) => sealWaiting(tx, keeper, site));
    if (!made) return sealed;
    // Only now: what is remembered must never be ahead of the database.
    keeper.anchor.set(site, { seq: made.seq, mac: made.mac });
    sealed += made.count;
    if (made.count < perSeal) return sealed;
  }
}

/** One seal over the oldest that wait; null when nothing does. */
export async function sealWaiting(
  tx: Tx,
  { keys, anchor }: ChainKeeper,
  site: string,
): Promise<(Mark & { count: number }) | null> {
  // One sealer for each site at a time, in whichever process.
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [sealLock, site]);
  const waiting = await waitingEntries(tx, site, perSeal);
  if (waiting.length === 0) return null;
  const { head, last, key } = await chainEnd(tx, { keys, anchor }, site);
  const at = await databaseTime(tx);
  const link = {
    site,
    seq: (head?.seq ?? 0) + 1,
    at,
    ids: waiting.map(({ id }) => id),
    hashes: waiting.map(({ hash }) => hash),
  };
  const mac = sealMac(key, link, last);
  const next = { site, seq: link.seq, total: (head?.total ?? 0) + waiting.length, at };
  await addSeal(tx, { ...link, mac, keyId: key.id }, headMac(key, next, mac));
  return { seq: link.seq, mac: mac.toString('hex'), count: waiting.length };
}

/** The end of the chain, once it is sure that it is the true one. */
async function chainEnd(
  tx: Tx,
  { keys, anchor }: ChainKeeper,
  site: string,
): Promise<{ head: Head | undefined; last: Buffer | null; key: TextKey }> {
  const head = await headOf(tx, site);
  const known = anchor.get(site);
  if (known) {
    const reached = await macOf(tx, site, known.seq);
    if (!head || head.seq < known.seq || reached?.mac.toString('hex') !== known.mac) throw new BrokenChain();
  }
  if (!head) {
    if (await macOf(tx, site, 1)) throw new BrokenChain();
    return { head, last: null, key: keys.current };
  }
  const last = await macOf(tx, site, head.seq);
  const key = last && keysOf(keys, last).find((each) => isSame(head.mac, headMac(each, head, last.mac)));
  if (!key) throw new BrokenChain();
  return { head, last: last.mac, key: await nextKey(tx, { keys, key }, site) };
}

/** The key that a seal names, if it is here; any for a seal of before keys had ids. */
export function keysOf(keys: KeyRing<TextKey>, { keyId }: Keyed): readonly TextKey[] {
  if (keyId === null) return keys.all;
  const named = keys.find(keyId);
  return named ? [named] : [];
}

/** The present key, unless the chain had it before: servers that learn of a new one at other times never lead it back. */
async function nextKey(
  tx: Tx,
  { keys, key }: { keys: KeyRing<TextKey>; key: TextKey },
  site: string,
): Promise<TextKey> {
  const { current } = keys;
  if (current.id === key.id) return current;
  if (await hasSealOf(tx, site, current.id)) return key;
  const [first] = await sealsAfter(tx, site, 0, 1);
  const isOfOld = first?.keyId === null && isSame(first.mac, sealMac(current, first, null));
  return isOfOld ? key : current;
}
