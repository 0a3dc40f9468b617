import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { walFolder, type Embedded } from '../db/embedded-postgres.ts';
import { asOwner } from './as-owner.ts';
import { historyHere } from './history-here.ts';
import { archived } from './make-backup.ts';
import type { RecoveryKey } from './recovery-key.ts';
import { sealCopy, sealWal } from './seal-wal.ts';
import { historyFileOf, parseHistory, positionOf, segmentAt, type Fork } from './timelines.ts';
import type { Vault } from './vault.ts';
import { namesIn } from './vault-files.ts';

/** A database that was just restored, where it lies, and the vault it came from. */
export type Begun = { server: Embedded; data: string; vault: Vault; key: RecoveryKey };

type Place = { timeline: number; parents: Fork[] };

/**
 * Makes the vault know the history that begins: its number is taken, and where it left the former one is told. What
 * only a lost server had of the log before that goes there too, without which nothing after it could be restored.
 */
export async function beginHistory(
  { server, data, vault, key }: Begun,
  lacking: ReadonlyMap<string, string>,
): Promise<Place> {
  const { timeline } = await asOwner(server, historyHere);
  const path = join(data, 'pg_wal', historyFileOf(timeline));
  const parents = parseHistory(readFileSync(path, 'utf8'));
  if (!(await vault.begin({ timeline, parents, beganAt: new Date().toISOString(), wroteAt: null })))
    throw new Error(
      `Another restore from these backups was faster, and took the number ${timeline}. Remove ${dirname(data)}, and restore again.`,
    );
  await sealCopy(path, historyFileOf(timeline), { vault, key });
  const fork = positionOf(parents.at(-1)?.lsn ?? '0/0');
  for (const [name, from] of lacking)
    if ((segmentAt(name)?.end ?? 0n) <= fork) await sealCopy(from, name, { vault, key });
  return { timeline, parents };
}

/** Puts the first of the new log into the vault, whether a server runs on it later or not. */
export async function putStart({ server, vault, key }: Begun): Promise<void> {
  const folder = walFolder(server.where);
  await asOwner(server, (client) => archived(client, () => sealWal(folder, vault, key, false), { vault }));
  // What the former history wrote past the fork is no part of this one.
  for (const name of await namesIn(folder)) if (name.endsWith('.partial')) rmSync(join(folder, name), { force: true });
}
