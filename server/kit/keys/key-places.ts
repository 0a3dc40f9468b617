import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { readIfThere, replacePrivateFile } from '../db/private-file.ts';
import { newSigningKey, readSigningKey } from '../auth/tokens.ts';
import { readAll, type ReadKey } from './key-ring.ts';
import { keysIn, type Identified } from './key-list.ts';
import { newTextKey, readTextKey } from './text-key.ts';

/** Where one kind of keys lies, and how one of them is made and read. */
export type KeyPlace = {
  name: 'signing' | 'audit' | 'sync cookie';
  variable: string;
  /** Of the environment: it is not ours to change. */
  given: string | undefined;
  path: string;
  make(): string;
  read: ReadKey<Identified>;
};

export type KeySettings = Pick<Config, 'signingKey' | 'auditKey' | 'syncCookieKey' | 'dataDir'>;

/** Every kind of keys that seals or signs what is kept. */
export function keyPlaces({ signingKey, auditKey, syncCookieKey, dataDir }: KeySettings): KeyPlace[] {
  const text = { make: newTextKey, read: readTextKey };
  return [
    {
      name: 'signing',
      variable: 'SIGNING_KEY',
      given: signingKey,
      path: join(dataDir, 'signing-key.jwk'),
      make: newSigningKey,
      read: readSigningKey,
    },
    { name: 'audit', variable: 'AUDIT_KEY', given: auditKey, path: join(dataDir, 'audit-key'), ...text },
    {
      name: 'sync cookie',
      variable: 'SYNC_COOKIE_KEY',
      given: syncCookieKey,
      path: join(dataDir, 'sync-cookie-key'),
      ...text,
    },
  ];
}

/** The ids of the keys that are there, the present one first; none before the first start. */
export function idsAt(place: KeyPlace): string[] {
  const text = place.given ?? readIfThere(place.path);
  return text === undefined ? [] : readAll(text, place.read).map(({ id }) => id);
}

/** What the file is to say: a new key before those that are there, all of which stay. */
export function withNewKey(place: KeyPlace): string {
  return listOf([place.make(), ...itemsOf(readIfThere(place.path))]);
}

export function replaceKeys({ path }: KeyPlace, text: string): void {
  replacePrivateFile(path, text);
}

/** The keys of one file before those of another, each once. */
export function joinedKeys(text: string, others: string): string {
  const items = [...itemsOf(text), ...itemsOf(others)].map(plain);
  const once = new Map(items.map((item) => [JSON.stringify(item), item]));
  return listOf([...once.values()]);
}

/** Leaves the present key and those that `isKept` names. */
export function dropKeys(place: KeyPlace, isKept: (id: string) => boolean): void {
  const [first, ...former] = itemsOf(readIfThere(place.path));
  replaceKeys(place, listOf([first, ...former.filter((item) => isKept(place.read(item).id))]));
}

function itemsOf(text: string | undefined): unknown[] {
  return text === undefined ? [] : (keysIn(text) ?? []);
}

function listOf(items: readonly unknown[]): string {
  return JSON.stringify(items.map(plain));
}

/** A JWK stands in the list as the object it is. */
function plain(item: unknown): unknown {
  return typeof item === 'string' && item.startsWith('{') ? (JSON.parse(item) as unknown) : item;
}
