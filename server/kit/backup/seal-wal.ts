import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RecoveryKey } from './recovery-key.ts';
import { readSealed, writeSealed } from './sealed-file.ts';
import { segmentAt } from './timelines.ts';
import type { Vault } from './vault.ts';
import { isThere, namesIn } from './vault-files.ts';

/** Segments, their histories and the labels of backups; not what PostgreSQL is still writing. */
const finished = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;

/**
 * Takes what PostgreSQL archived into the vault; how many files. It goes from here once it is durable there. A restore
 * that no server has run on yet has written nothing (`isServer`).
 */
export async function sealWal(folder: string, vault: Vault, key: RecoveryKey, isServer = true): Promise<number> {
  const names = (await namesIn(folder)).filter((name) => finished.test(name));
  for (const name of names.toSorted()) await sealOne(join(folder, name), name, { vault, key });
  const timelines = new Set(names.flatMap((name) => segmentAt(name)?.timeline ?? []));
  if (isServer)
    for (const timeline of timelines) await vault.wrote({ timeline, parents: [] }, new Date().toISOString());
  return names.length;
}

type To = { vault: Vault; key: RecoveryKey };

async function sealOne(path: string, name: string, to: To): Promise<void> {
  if (await sealCopy(path, name, to)) await rm(path, { force: true });
}

/** Seals one file and leaves it where it is; false where a command beside the server has just taken it. */
export async function sealCopy(path: string, name: string, { vault, key }: To): Promise<boolean> {
  const to = vault.wal(name);
  if (await isThere(to.path)) {
    if (!(await isThere(path))) return false;
    // A crash came between the two steps, or another server writes another history under the same names.
    const was = await buffer(readSealed(to.path, to.name, key));
    if ((await isThere(path)) && !was.equals(await readFile(path)))
      throw new Error(`${to.path} holds another history. Give each server a BACKUP_DIR of its own.`);
    return true;
  }
  try {
    await writeSealed(to.path, to.name, key, createReadStream(path));
    return true;
  } catch (error) {
    if (!(await isThere(path)) && (await isThere(to.path))) return false;
    throw error;
  }
}
