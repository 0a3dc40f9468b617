import { randomUUID } from 'node:crypto';
import { chown, link, lstat, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/*
 * Whatever touches the disk of the backups waits for it without the API's thread: it may be a network folder that does
 * not answer. What is written there belongs to whoever owns the folder, because root runs commands for a server that
 * runs as somebody else and has to read it.
 */

/** True where it was not there. */
export async function makeFolder(path: string): Promise<boolean> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return false;
  const made = [];
  for (let at = resolve(path); at.length >= first.length; at = dirname(at)) made.push(at);
  for (const each of made.toReversed()) await giveToOwner(each);
  return true;
}

/** Gives what root has just made to the owner of the folder it is in. */
export async function giveToOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const [own, folder] = [await lstat(path), await stat(dirname(path))];
  if (own.uid !== folder.uid) await chown(path, folder.uid, folder.gid);
}

/** The same of all that is in a folder: what commands of before left to root. */
export async function giveAllToOwner(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const name of (await unlessMissing(readdir(folder, { recursive: true }))) ?? [])
    await giveToOwner(join(folder, name));
}

export async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined;
}

export async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

/** Undefined where there is no such file. */
export async function readJson(path: string): Promise<unknown> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  return text === undefined ? undefined : JSON.parse(text);
}

/** False where it is to be new and is not. It is there whole or not at all, on disks with hard links. */
export async function saveJson(folder: string, name: string, value: object, isNew = false): Promise<boolean> {
  await makeFolder(folder);
  const [whole, path] = [join(folder, `${name}.${randomUUID()}.part`), join(folder, name)];
  const text = `${JSON.stringify(value, null, 2)}\n`;
  try {
    await writeFile(whole, text, { mode: 0o600, flush: true });
    await giveToOwner(whole);
    if (isNew) return await linkOnce(whole, path, text);
    await rename(whole, path);
    return true;
  } finally {
    await rm(whole, { force: true });
  }
}

async function linkOnce(whole: string, path: string, text: string): Promise<boolean> {
  try {
    await link(whole, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A disk without hard links, as memory sticks and many network folders are, still makes a file just once.
    return createOnce(path, text);
  }
}

async function createOnce(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await giveToOwner(path);
  return true;
}

/** A name alone is durable once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const turns = new Map<string, Promise<unknown>>();

/** One after the other where several parts of this process read a file and write it anew. */
export async function inTurn<R>(path: string, work: () => Promise<R>): Promise<R> {
  const mine = (turns.get(path) ?? Promise.resolve()).then(work, work);
  turns.set(path, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(path) === mine) turns.delete(path);
  }
}

async function unlessMissing<R>(looking: Promise<R>): Promise<R | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
