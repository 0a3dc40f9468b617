import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { findPlace, giveTree } from '../db/embedded-postgres-place.ts';
import { quoted, startEmbedded, stopEmbedded, type Embedded } from '../db/embedded-postgres.ts';
import { filesFolder } from '../files/file-store.ts';
import { restoreFiles } from './copy-files.ts';
import { Fingerprint } from './fingerprint.ts';
import { unpackBase, type Place } from './manifest.ts';
import { KeyFiles, withNewKeys } from './new-keys.ts';
import type { RecoveryKey } from './recovery-key.ts';
import { readSealed } from './sealed-file.ts';
import { beginHistory, putStart } from './begin-history.ts';
import type { Target } from './choose.ts';
import type { History } from './histories.ts';
import { historyFileOf, stretchesOf, type Fork } from './timelines.ts';
import { vaultOf, whereabouts, type About } from './vault.ts';
import { isThere } from './vault-files.ts';
import { openWalDesk } from './wal-desk.ts';

export type Restoring = {
  about: About;
  dir: string;
  key: RecoveryKey;
  into: string;
  target: Target;
  /** Folders of a lost server with segments that were not backed up yet. */
  walFolders: readonly string[];
  /** In which history; that of the backup where none is named. */
  history?: Pick<History, 'timeline' | 'parents'>;
  /** A server is to go on from it: the history that begins is put into the vault. */
  goesOn?: boolean;
  fsync?: boolean;
};

export type Restored = {
  server: Embedded;
  /** Of the backup, when it was made; null where that part of it is damaged, which costs no row. */
  was: Fingerprint | null;
  /** The last transaction that came back; null where none came after the backup. */
  through: string | null;
  /** The log ends before the moment that was asked for. */
  endsEarly: boolean;
  /** The history that begins here, where a server is to go on from it. */
  goneOn: { timeline: number; parents: Fork[] } | null;
  /** Puts what was written since into the vault: nothing of the log is lacking there then. */
  putStart(): Promise<void>;
};

/** Puts a backup into an empty directory and brings it forward; the database then runs there. */
export async function restoreInto(restoring: Restoring): Promise<Restored> {
  const { about, dir, key, into, target, walFolders, goesOn = false, fsync } = restoring;
  const { history = whereabouts(about) } = restoring;
  assertEmpty(into);
  const place = findPlace(into);
  const vault = vaultOf(dir, about.system);
  const data = join(place.root, 'pg18');
  const [base, list, keys, state] = [vault.base, vault.manifest, vault.keys, vault.state].map((of) => of(about.id));
  if (!base || !list || !keys || !state) throw new Error('The backup has no parts.');
  const stretches = stretchesOf(history);
  const own = KeyFiles.parse(JSON.parse(await text(readSealed(keys.path, keys.name, key))));
  const files = target.kind === 'point' ? own : await withNewKeys(own, { vault, key, about, stretches });
  for (const [name, value] of Object.entries(files))
    writeKey(name.endsWith('-password') ? place.root : into, name, value);
  if (goesOn) await restoreFiles(dir, filesFolder(into));
  const manifest = await buffer(readSealed(list.path, list.name, key));
  mkdirSync(data, { mode: 0o700 });
  await unpackBase(readSealed(base.path, base.name, key), manifest, intoFolder(data));
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 });
  if (place.account) giveTree(place.root, place.account);
  const sources = { vault, key, folders: walFolders, stretches };
  const desk = openWalDesk(join(place.root, 'wal-desk'), sources, place.account);
  const log = join(place.root, 'postgres.log');
  // The first one has no such file; a server of an older version may not have put its own here.
  const named = historyFileOf(history.timeline);
  const isKnown =
    history.timeline === 1 ||
    (await isThere(vault.wal(named).path)) ||
    walFolders.some((each) => existsSync(join(each, named)));
  const run = async (wanted: readonly string[]) => {
    const timeline = `recovery_target_timeline = '${isKnown ? history.timeline : 'current'}'`;
    const recovery = [`restore_command = ${quoted(desk.restoreCommand)}`, timeline, ...wanted, promote];
    const options = { recovery, archives: goesOn, ...(fsync === undefined ? {} : { fsync }) };
    const server = await startEmbedded(into, options);
    return stoppedOnFailure(server, async () => ({ server, through: await promoted(server.ownerUrl) }));
  };
  let endsEarly = false;
  const settled = run(settingsOf(target, about)).catch((error: unknown) => {
    endsEarly = target.kind === 'time' && readFileSync(log, 'utf8').includes('before configured recovery target');
    if (!endsEarly) throw error;
    // All of the log is what there was at that moment, too.
    return run([]);
  });
  const ran = await settled.catch(async (error: unknown) => {
    await stopEmbedded(into);
    // What the desk could not hand out is why PostgreSQL did not come so far.
    await desk.stop();
    throw error;
  });
  return stoppedOnFailure(ran.server, async () => {
    await desk.stop();
    const begun = { server: ran.server, data, vault, key };
    const was = await stateOf(state, key);
    const goneOn = goesOn ? await beginHistory(begun, desk.lacking) : null;
    return { ...ran, was, endsEarly, goneOn, putStart: () => putStart(begun) };
  });
}

/** Nobody else would stop a database that was started for what did not come to its end. */
async function stoppedOnFailure<R>(server: Embedded, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** It only serves to compare: without it the rows are back all the same. */
async function stateOf({ path, name }: { path: string; name: string }, key: RecoveryKey): Promise<Fingerprint | null> {
  try {
    return Fingerprint.parse(JSON.parse(await text(readSealed(path, name, key))));
  } catch {
    return null;
  }
}

function settingsOf(target: Target, { point }: About): string[] {
  if (target.kind === 'point') return [`recovery_target_name = ${quoted(point)}`];
  // It knows no Z for UTC while it reads its settings.
  return target.kind === 'time' ? [`recovery_target_time = ${quoted(target.at.replace(/Z$/, '+00'))}`] : [];
}

const promote = `recovery_target_action = 'promote'`;
/** Days of a busy clinic's log take their time. */
const longestMs = 12 * 3_600_000;

/** Until then it can be read but not written. */
async function promoted(ownerUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // A recovery that fails ends the connection, which fails the query too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const until = Date.now() + longestMs; ;) {
      const { rows } = await client.query<{ waits: boolean; through: Date | null }>(
        `select pg_is_in_recovery() as waits, pg_last_xact_replay_timestamp() as through, pg_sleep(0.02)`,
      );
      if (!rows[0]?.waits) return rows[0]?.through?.toISOString() ?? null;
      if (Date.now() > until) throw new Error('The restored database does not become writable.');
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Another history from here on: devices start anew, and offer again what they kept (docs/decisions/0018). */
export async function beginNewEpoch(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('update sync_epoch set epoch = gen_random_uuid()');
  } finally {
    await client.end();
  }
}

function assertEmpty(into: string): void {
  if (existsSync(into) && readdirSync(into).length > 0)
    throw new Error(`${into} is not empty. Name a new directory; nothing was changed.`);
}

function writeKey(folder: string, name: string, value: string): void {
  writeFileSync(join(folder, basename(name)), value, { mode: 0o600, flag: 'wx' });
}

function intoFolder(root: string): Place {
  const to = (path: string) => resolve(root, path);
  return {
    folder: (path) => void mkdirSync(to(path), { recursive: true, mode: 0o700 }),
    async file(path, bytes) {
      mkdirSync(dirname(to(path)), { recursive: true, mode: 0o700 });
      await pipeline(bytes, createWriteStream(to(path), { mode: 0o600, flags: 'wx' }));
    },
  };
}

/** Removes a place that was restored into. */
export function removePlace(into: string): void {
  const { root } = findPlace(into);
  rmSync(root, { recursive: true, force: true });
  rmSync(into, { recursive: true, force: true });
}
