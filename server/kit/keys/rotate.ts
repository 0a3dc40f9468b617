import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { audit } from '../audit/audit.ts';
import { fileAnchor } from '../audit/chain/anchor.ts';
import { loadAuditKeys } from '../audit/chain/key.ts';
import { BrokenChain, sealSite } from '../audit/chain/seal.ts';
import { siteAlone } from '../auth/sessions.ts';
import { loadSigningKeys } from '../auth/tokens.ts';
import type { Database } from '../db/database.ts';
import { readIfThere, replacePrivateFile } from '../db/private-file.ts';
import { dropKeys, idsAt, keyPlaces, replaceKeys, withNewKey, type KeyPlace, type KeySettings } from './key-places.ts';
import { unseenMs } from './key-ring.ts';
import { isOf, keysInUse } from './keys-in-use.ts';
import { resealAll, type Resealed } from './reseal.ts';

export type Keeper = {
  database: Database;
  settings: KeySettings;
  /** When every server that runs on these files has seen a new key. */
  seenAfterMs?: number;
  /** Puts what the files are to say where a backup is, by their names; until then no key changes. */
  keep?: (files: Record<string, string>) => Promise<void>;
};
/** Told before each step; a test ends the rotation there. */
export type Step = (name: string) => void;

/** The present key of each kind when a rotation began, as long as it is not over. */
const Begun = z.record(z.string(), z.string());
const rotationLock = 7_260_055;

const markerOf = ({ dataDir }: KeySettings) => join(dataDir, 'key-rotation.json');

/** Whether an earlier rotation was cut off: the next one only ends it. */
export function isRotationOpen(settings: KeySettings): boolean {
  return readIfThere(markerOf(settings)) !== undefined;
}

/** The next rotation makes keys of its own. What an earlier one made stays among the former keys. */
export function giveUpOpenRotation(settings: KeySettings): void {
  rmSync(markerOf(settings), { force: true });
}

/**
 * Puts a new key before the present one of each kind, and seals anew what is at rest. All former keys stay, so whatever
 * it is interrupted by, everything opens; another run goes on where it ended.
 */
export async function rotateKeys(
  keeper: Keeper,
  { isLost = false, step = () => undefined }: { isLost?: boolean; step?: Step } = {},
): Promise<Resealed> {
  const { database, settings } = keeper;
  const marker = markerOf(settings);
  // One at a time: the second would write over the file of the first.
  await database.outside(async (tx) => {
    await tx.rows('select pg_advisory_xact_lock($1)', [rotationLock]);
    await addNewKeys(keeper, marker, step);
  });
  step('reseal');
  const sites = await sitesOf(database);
  const resealed = await resealAll(database, await loadSigningKeys(settings), { sites, isLost });
  if (isLost) await endSessions({ database, settings }, sites, (held, here) => !here.has(held));
  step('write the audit log');
  await tellAll({ database, settings }, sites);
  step('end');
  rmSync(marker, { force: true });
  return resealed;
}

async function addNewKeys({ database, settings, keep }: Keeper, marker: string, step: Step): Promise<void> {
  const places = keyPlaces(settings).filter(({ given }) => given === undefined);
  const noted = readIfThere(marker);
  const begun = noted === undefined ? undefined : Begun.parse(JSON.parse(noted));
  const before = begun ?? Object.fromEntries(places.map((place) => [place.name, idsAt(place)[0] ?? '']));
  const isDue = (place: KeyPlace) => (idsAt(place)[0] ?? '') === before[place.name];
  const due = new Map(places.filter(isDue).map((place) => [place, withNewKey(place)]));
  step('keep the new keys');
  if (keep && due.size > 0) await keepFirst(keep, due);
  step('note the beginning');
  if (!begun) replacePrivateFile(marker, JSON.stringify(before));
  step('name the key of sessions');
  const [present] = keyPlaces(settings).flatMap((place) => (place.name === 'signing' ? [idsAt(place)] : []));
  const oldest = present?.at(-1);
  if (oldest !== undefined) await nameKeyOfSessions(database, oldest);
  for (const place of places) {
    step(`add the ${place.name} key`);
    const text = due.get(place);
    if (text !== undefined) replaceKeys(place, text);
  }
}

/** What is sealed with a key that is nowhere else would be lost with this disk. */
async function keepFirst(keep: NonNullable<Keeper['keep']>, due: ReadonlyMap<KeyPlace, string>): Promise<void> {
  try {
    await keep(Object.fromEntries([...due].map(([{ path }, text]) => [basename(path), text])));
  } catch (cause) {
    throw new Error(`No key was rotated: the new ones can’t be put with the backups. ${sentenceOf(cause)}`, { cause });
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Sessions that were exchanged before keys had ids are of the key that was the only one. */
async function nameKeyOfSessions(database: Database, keyId: string): Promise<void> {
  for (const site of await sitesOf(database)) {
    await database.tx(siteAlone(site), (tx) =>
      tx.run(
        `update sessions set "keyId" = $2 where site = $1 and "keyId" is null and "previousHash" is not null and "endedAt" is null`,
        [site, keyId],
      ),
    );
  }
}

/** An entry in each site, sealed with the new key at once: from here on nobody goes on with the former one. */
async function tellAll({ database, settings }: Keeper, sites: string[]): Promise<void> {
  const keeper = { keys: await loadAuditKeys(settings), anchor: fileAnchor(settings.dataDir) };
  const detail = Object.fromEntries(keyPlaces(settings).map((place) => [place.name, idsAt(place)[0] ?? '']));
  for (const site of sites) {
    await database.tx(siteAlone(site), (tx) =>
      audit(tx, site, { UserId: null, action: 'keys rotated', entity: 'serverKeys', pk: site, detail }),
    );
    await sealSite(database, keeper, site).catch((error: unknown) => {
      // verify-audit says what is broken.
      if (!(error instanceof BrokenChain)) throw error;
    });
  }
}

/** Former keys that nothing hangs on; those of the audit log stay, for it is verified with them. */
export async function dropUnused({ database, settings }: Keeper): Promise<string[]> {
  const inUse = await keysInUse(database);
  const dropped: string[] = [];
  for (const place of keyPlaces(settings).filter(({ given, name }) => given === undefined && name === 'signing')) {
    const held = new Set(inUse.filter((each) => isOf(place, each)).map(({ keyId }) => keyId));
    const [, ...former] = idsAt(place);
    // What names no key may be of any.
    const unused = held.has(null) ? [] : former.filter((id) => !held.has(id));
    if (unused.length > 0) dropKeys(place, (id) => !unused.includes(id));
    dropped.push(...unused);
  }
  return dropped;
}

/**
 * After a leak: ends the sessions of former signing keys and drops those keys at once, with those of sync cookies, whose
 * devices then sync from the beginning.
 */
export async function dropLeaked({
  database,
  settings,
  seenAfterMs = 2 * unseenMs,
}: Keeper): Promise<{ ended: number; dropped: string[] }> {
  const sites = await sitesOf(database);
  const [present] = idsOfSigning(settings);
  const ended = await endSessions({ database, settings }, sites, (held) => held !== present);
  // A running server may not have seen the new key yet; what it still seals with the former one is sealed anew.
  await wait(seenAfterMs);
  await resealAll(database, await loadSigningKeys(settings), { sites });
  const dropped = await dropUnused({ database, settings });
  for (const place of keyPlaces(settings).filter(({ given, name }) => given === undefined && name === 'sync cookie')) {
    dropped.push(...idsAt(place).slice(1));
    dropKeys(place, () => false);
  }
  return { ended, dropped };
}

function idsOfSigning(settings: KeySettings): string[] {
  return keyPlaces(settings).flatMap((place) => (place.name === 'signing' ? idsAt(place) : []));
}

async function endSessions(
  { database, settings }: Keeper,
  sites: string[],
  isToEnd: (keyId: string, here: Set<string>) => boolean,
): Promise<number> {
  const here = new Set(idsOfSigning(settings));
  const used = (await keysInUse(database)).filter(({ kind }) => kind === 'sessions');
  const ids = used.flatMap(({ keyId }) => (keyId !== null && isToEnd(keyId, here) ? [keyId] : []));
  let ended = 0;
  for (const site of sites) {
    const rows = await database.tx(siteAlone(site), (tx) =>
      tx.rows(
        `with ended as (
           update sessions set "endedAt" = clock_timestamp(), "endedWhy" = 'key dropped'
           where site = $1 and "keyId" = any ($2) and "endedAt" is null returning "SessionId")
         select pg_notify('mainstay_change', 'ended ' || "SessionId") from ended`,
        [site, ids],
      ),
    );
    ended += rows.length;
  }
  return ended;
}

async function sitesOf(database: Database): Promise<string[]> {
  const rows = await database.outside((tx) => tx.rows<{ site: string }>('select site from list_sites() order by site'));
  return rows.map(({ site }) => site);
}
