import { readFileSync, statSync } from 'node:fs';
import { privateFile } from '../db/private-file.ts';
import { keysIn, type Identified } from './key-list.ts';

/** A key of this server with those it had before. */
export type KeyRing<K extends Identified = Identified> = {
  /** The one to seal and sign with. */
  readonly current: K;
  /** The current one first, then the former ones. */
  readonly all: readonly [K, ...K[]];
  find(id: string): K | undefined;
};

/** Makes a key of one item of a list; throws one sentence for what is none. */
export type ReadKey<K> = (item: unknown) => K;

/** How long a change of the file may go unseen by a running server. */
export const unseenMs = 1_000;

export function fixedRing<K extends Identified>(...all: [K, ...K[]]): KeyRing<K> {
  return { current: all[0], all, find: (id) => all.find((each) => each.id === id) };
}

type Source<K> = { given: string | undefined; path: string; make: () => string | Promise<string>; read: ReadKey<K> };

/** The keys from the environment, where several servers share them, or of a file that is made with the first one. */
export async function loadKeyRing<K extends Identified>({ given, path, make, read }: Source<K>): Promise<KeyRing<K>> {
  if (given !== undefined) return fixedRing(...readAll(given, read));
  await privateFile(path, make);
  return fileRing(path, read);
}

export function readAll<K>(text: string, read: ReadKey<K>): [K, ...K[]] {
  const items = keysIn(text);
  if (!items) throw new Error('Keys are one key, or a JSON list of keys with the present one first.');
  const [first, ...others] = items;
  return [read(first), ...others.map(read)];
}

/** Follows the file: a command may put another key in it while the server runs. */
function fileRing<K extends Identified>(path: string, read: ReadKey<K>): KeyRing<K> {
  let version = versionOf(path);
  let keys = readAll(readFileSync(path, 'utf8'), read);
  let lookedAt = performance.now();

  function look(): [K, ...K[]] {
    lookedAt = performance.now();
    const now = versionOf(path);
    if (now === undefined || now === version) return keys;
    keys = readAll(readFileSync(path, 'utf8'), read);
    version = now;
    return keys;
  }
  const known = () => (performance.now() - lookedAt < unseenMs ? keys : look());
  const among = (some: readonly K[], id: string) => some.find((each) => each.id === id);
  return {
    get current() {
      return known()[0];
    },
    get all() {
      return known();
    },
    // What names a key nobody knows may have been sealed a moment ago, beside this process.
    find: (id) => among(known(), id) ?? among(look(), id),
  };
}

function versionOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}
