import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathOf, unnamedFolder } from '../files/file-store.ts';
import { giveToOwner, isThere, makeFolder, namesIn, syncFolder } from './vault-files.ts';

/** Of a part that is still being written. */
const whole = /^[0-9a-f]{32}$/;

/**
 * Copies what is new of the content of files (server/kit/files) to the disk of the backups, or back; how many. It is
 * encrypted as it lies, each under a key of its own that is in the database, and never changes: so one copy serves
 * every backup, and what has its name there is whole. What was set aside because no row names it comes to its own place.
 * One that fails keeps no other from its copy; the failures are thrown at the end.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const failures: unknown[] = [];
  const attempt = <R>(work: () => Promise<R>): Promise<R | undefined> =>
    work().catch((error: unknown) => void failures.push(error));
  let copied = 0;
  const copy = (path: string, into: string) =>
    attempt(async () => {
      await copyOne(path, into);
      copied += 1;
    });
  const aside = join(from, unnamedFolder);
  // First, as it may be put back meanwhile: then its copy fails here, and none is left out.
  for (const name of (await namesIn(aside)).filter((each) => whole.test(each)))
    if (!(await isThere(pathOf(to, name)))) await copy(join(aside, name), pathOf(to, name));
  for (const folder of await namesIn(from)) {
    if (folder === unnamedFolder) continue;
    const names = (await attempt(() => namesIn(join(from, folder)))) ?? [];
    const there = new Set(await namesIn(join(to, folder)));
    for (const name of names.filter((each) => whole.test(each) && !there.has(each)))
      await copy(join(from, folder, name), join(to, folder, name));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} files could not be copied`);
  return copied;
}

/** The same into a vault; false where some could not be copied: a file that is lost keeps nothing else from the backups. */
export function filesTaken(from: string, dir: string): Promise<boolean> {
  return copyFiles(from, filesInVault(dir)).then(
    () => true,
    () => false,
  );
}

async function copyOne(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  const part = `${to}.part`;
  try {
    await pipeline(createReadStream(from), createWriteStream(part, { mode: 0o600, flush: true }));
    await giveToOwner(part);
    await rename(part, to);
    await syncFolder(dirname(to));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Puts the content of files into a restored data directory; nothing where none was ever backed up. */
export async function restoreFiles(dir: string, into: string): Promise<number> {
  const kept = filesInVault(dir);
  if (!(await isThere(kept))) return 0;
  await mkdir(into, { recursive: true, mode: 0o700 });
  return copyFiles(kept, into);
}

/** Where the disk of the backups has them. */
export function filesInVault(dir: string): string {
  return join(dir, 'files');
}
