import type { Database } from '../db/database.ts';
import { idsAt, keyPlaces, type KeyPlace, type KeySettings } from './key-places.ts';

/** Something of the database that hangs on a key; `keyId` null: of before keys had ids. */
export type Held = { kind: string; keyId: string | null; held: number; until: string | null };

const auditKind = 'chains of the audit log';
/** Given up on purpose: no key opens it any more. */
export const lostId = 'lost';

export function keysInUse(database: Database): Promise<Held[]> {
  return database.outside((tx) =>
    tx.rows<Held>('select kind, "keyId", held, until from keys_in_use() order by kind, "keyId"'),
  );
}

export function isOf(place: Pick<KeyPlace, 'name'>, { kind }: Held): boolean {
  if (place.name === 'sync cookie') return false;
  return (place.name === 'audit') === (kind === auditKind);
}

/** What hangs on keys that are not here. */
export function lacking(places: KeyPlace[], inUse: Held[]): { place: KeyPlace; held: Held[] }[] {
  return places
    .map((place) => {
      const here = new Set([lostId, ...idsAt(place)]);
      return { place, held: inUse.filter((each) => isOf(place, each) && each.keyId !== null && !here.has(each.keyId)) };
    })
    .filter(({ held }) => held.length > 0);
}

/** One sentence on the keys that are missed, and one on what to do; undefined where all are here. */
export function lackingSentence({ place, held }: { place: KeyPlace; held: Held[] }): string {
  const ids = [...new Set(held.map(({ keyId }) => keyId))].join(' and ');
  const what = held.map(({ kind, held: count }) => `${count} ${kind}`).join(', ');
  const where = place.given === undefined ? place.path : place.variable;
  return `The database needs the ${place.name} key ${ids} (${what}), which is missing from ${where}. Add it there.`;
}

/**
 * Refuses to go on without a signing key that secrets in the database need: they would be taken for lost and made anew.
 * Without a key of the audit log a server can work; the sentence is returned.
 */
export async function assertKeysHere(database: Database, settings: KeySettings): Promise<string[]> {
  const missed = lacking(keyPlaces(settings), await keysInUse(database));
  const signing = missed.find(({ place }) => place.name === 'signing');
  if (signing) {
    throw new Error(
      `Mainstay did not start. ${lackingSentence(signing)} If it is lost for good, run npm run -s admin -- rotate-key --lost.`,
    );
  }
  return missed.map(lackingSentence);
}
