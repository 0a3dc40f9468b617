import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { walFolder } from '../db/embedded-postgres.ts';
import { copyBase, type BaseSpan } from './base-copy.ts';
import { filesFolder } from '../files/file-store.ts';
import { filesTaken } from './copy-files.ts';
import { fingerprintAt } from './fingerprint.ts';
import { historyHere } from './history-here.ts';
import { nowhere, unpackBase } from './manifest.ts';
import type { RecoveryKey } from './recovery-key.ts';
import { readSealed, writeSealed } from './sealed-file.ts';
import { sealCopy, sealWal } from './seal-wal.ts';
import { historyFileOf, parseHistory, segmentOf, type Fork } from './timelines.ts';
import { vaultOf, type About, type Vault } from './vault.ts';
import { isThere, sizeOf } from './vault-files.ts';

/** A database to back up: its address, where its files lie, and where the keys beside it are. */
export type Source = { ownerUrl: string; where: string; dataDir: string };
export type BackupTo = {
  dir: string;
  key: RecoveryKey;
  /** Told where files could not be copied; the rest is backed up. */
  tellFiles?: () => void;
};

const backupLock = 7_260_006;
/** A segment is archived a moment after it is full; a disk that is slower than this is not well. */
const archiveMs = 120_000;

/**
 * Backs the running database up; it then can be restored to the end of this, or to any moment after. After the signal
 * it is given up at once, and what was written of it is no backup.
 */
export async function makeBackup(source: Source, to: BackupTo, signal?: AbortSignal): Promise<About> {
  const client = new pg.Client({ connectionString: source.ownerUrl, application_name: 'mainstay-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [backupLock]);
    if (!rows[0]?.mine) throw new Error('Another backup is under way.');
    return await backUp(client, source, { ...to, signal });
  } finally {
    await client.end();
  }
}

type Under = BackupTo & { signal: AbortSignal | undefined };

async function backUp(client: pg.Client, source: Source, { dir, key, signal, tellFiles }: Under): Promise<About> {
  const { system } = await historyHere(client);
  const { archive, now } = await settingsOf(client);
  if (archive !== 'on')
    throw new Error('The database was started without BACKUP_PASSPHRASE_FILE. Set it, and start Mainstay again.');
  const vault = vaultOf(dir, system);
  const id = await claimId(vault, now);
  try {
    return await makeParts(client, source, { vault, id, now, key, signal, dir, tellFiles });
  } catch (error) {
    // It is tried again and again, and each would leave its part.
    await vault.remove(id).catch(() => undefined);
    throw error;
  }
}

type Making = Copying & { now: string; dir: string; tellFiles: BackupTo['tellFiles'] };

async function makeParts(client: pg.Client, source: Source, making: Making): Promise<About> {
  const { vault, id, now, key, signal, dir, tellFiles } = making;
  const point = `mainstay ${id}`;
  if (!(await filesTaken(filesFolder(source.dataDir), dir))) tellFiles?.();
  // Before the database: the audit log's anchor among them must name no seal that the backup lacks.
  const keys = JSON.stringify(keysOf(source));
  const { startLsn, timeline } = await copyFiles(source, making);
  const parents = await putForks(source, timeline, { vault, key });
  const { lsn, state } = await fingerprintAt(source.ownerUrl, point, { signal });
  await writeText(vault.state(id), key, JSON.stringify(state));
  await writeText(vault.keys(id), key, keys);
  const walEnd = await archived(client, () => sealWal(walFolder(source.where), vault, key), { vault, signal });
  const { bytes } = await verifyBase(vault, id, key, signal);
  const about: About = {
    id,
    system: vault.system,
    startedAt: now,
    endedAt: await clockOf(client),
    point,
    walStart: segmentOf(timeline, startLsn),
    walEnd,
    timeline,
    parents,
    pointLsn: lsn,
    bytes,
    sealedBytes: await sizeOf(vault.base(id).path),
    verifiedAt: new Date().toISOString(),
    drilledAt: null,
  };
  await vault.save(about);
  await vault.wrote({ timeline, parents }, about.endedAt);
  return about;
}

/** Two servers that were restored from one backup may back up in the same second. */
async function claimId(vault: Vault, now: string): Promise<string> {
  const base = now.slice(0, 19).replaceAll(':', '-');
  for (let more = 1; ; more += 1) {
    const id = more === 1 ? base : `${base}-${more}`;
    if (await vault.claim(id)) return id;
  }
}

type Copying = { vault: Vault; id: string; key: RecoveryKey; signal: AbortSignal | undefined };

async function copyFiles(source: Source, { vault, id, key, signal }: Copying): Promise<BaseSpan> {
  signal?.throwIfAborted();
  const { tar, manifest, span } = await copyBase(source.ownerUrl, `mainstay ${id}`);
  span.catch(() => undefined);
  const giveUp = () => tar.destroy(new Error('The backup was given up.'));
  signal?.addEventListener('abort', giveUp);
  try {
    await writeSealed(vault.base(id).path, vault.base(id).name, key, tar);
    await writeText(vault.manifest(id), key, (await manifest).toString());
    return await span;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Where this timeline left others, which a restore has to know; put into the vault where it is not there yet. */
async function putForks(source: Source, timeline: number, to: { vault: Vault; key: RecoveryKey }): Promise<Fork[]> {
  if (timeline === 1) return [];
  const name = historyFileOf(timeline);
  const path = join(source.where, 'pg18', 'pg_wal', name);
  await sealCopy(path, name, to);
  return parseHistory(readFileSync(path, 'utf8'));
}

/** Reads a backup back, file by file. */
export async function verifyBase(
  vault: Vault,
  id: string,
  key: RecoveryKey,
  signal?: AbortSignal,
): Promise<{ bytes: number }> {
  const [base, list] = [vault.base(id), vault.manifest(id)];
  const manifest = await buffer(readSealed(list.path, list.name, key));
  async function* bytes() {
    for await (const some of readSealed(base.path, base.name, key)) {
      signal?.throwIfAborted();
      yield some;
    }
  }
  return unpackBase(bytes(), manifest, nowhere);
}

async function settingsOf(client: pg.Client): Promise<{ archive: string | undefined; now: string }> {
  const { rows } = await client.query<{ archive: string }>(`select current_setting('archive_mode') as archive`);
  return { archive: rows[0]?.archive, now: await clockOf(client) };
}

async function clockOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.toISOString() ?? '';
}

/** Ends the segment that holds all of it, and waits until the vault has that one. */
export async function archived(
  client: pg.Client,
  seal: () => Promise<number>,
  { vault, signal }: { vault: Vault; signal?: AbortSignal | undefined },
): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`select pg_walfile_name(pg_switch_wal()) as name`);
  const name = rows[0]?.name ?? '';
  for (const until = Date.now() + archiveMs; ; await wait(50)) {
    signal?.throwIfAborted();
    await seal();
    if (await isThere(vault.wal(name).path)) return name;
    if (Date.now() > until) throw new Error('PostgreSQL does not archive its log. postgres.log says why.');
  }
}

/** Whoever has the database alone can neither sign in as anyone nor continue the audit log. */
const rotated = ['signing-key.jwk', 'audit-key', 'sync-cookie-key', 'realtime.json'];
const keyFiles = ['owner-password', 'api-password', ...rotated, 'audit-anchor.json'];

function keysOf(source: Source): Record<string, string> {
  const found = pathsOf(source, keyFiles).map(([name, path]) => [name, readFileSync(path, 'utf8')] as const);
  return Object.fromEntries(found);
}

/**
 * Whether keys were rotated since then: a backup from before would not open what is sealed with the new ones. A file
 * from the future, after a clock was set back, says nothing of that; else each backup would ask for the next.
 */
export function hasNewerKeys(source: Source, since: string, now = Date.now()): boolean {
  return pathsOf(source, rotated).some(([, path]) => {
    const { mtimeMs } = statSync(path);
    return mtimeMs > Date.parse(since) && mtimeMs <= now;
  });
}

function pathsOf({ dataDir, where }: Source, names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((name) => {
    const path = [where, dataDir].map((folder) => join(folder, name)).find((each) => existsSync(each));
    return path === undefined ? [] : [[name, path] as const];
  });
}

export async function writeText(to: { path: string; name: string }, key: RecoveryKey, text: string): Promise<void> {
  async function* once() {
    yield Buffer.from(text);
  }
  await writeSealed(to.path, to.name, key, once());
}
