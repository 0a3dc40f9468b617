import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/kit/db/database.ts';
import { filesFolder, pathOf, unnamedFolder } from './file-store.ts';

/** Longer than a database stands that was set back for a look: what waits may still be named. */
const keptMs = 30 * 24 * 3_600_000;
/** Longer than any transaction lasts: what is newer may be about to get its row. */
const underWayMs = 3_600_000;
const whole = /^[0-9a-f]{32}$/;
const unfinished = /^[0-9a-f]{32}\.[\w-]+\.part$/;

/**
 * Removes content that no row names, of transactions that did not end well, 30 days after it was first seen so, and
 * writes that were cut short after 30 days; how many. Until then it lies in a folder of its own, is read from there, and
 * goes back once a row names it. A database that names none of what is here is another one: then nothing is touched.
 * Nobody has the key of what goes. Backups keep theirs: rows of another history may name it.
 */
export async function removeUnnamed(database: Database, dataDir: string, now: number): Promise<number> {
  const root = filesFolder(dataDir);
  const aside = join(root, unnamedFolder);
  const waiting = await sorted(database, aside);
  const unnamed: string[] = [];
  const parts: string[] = [];
  let isOurs = waiting.named.length > 0;
  for (const folder of await namesIn(root)) {
    if (folder === unnamedFolder) continue;
    const path = join(root, folder);
    const found = await sorted(database, path);
    isOurs ||= found.named.length > 0;
    unnamed.push(...found.unnamed);
    parts.push(...found.parts.map((name) => join(path, name)));
  }
  if (!isOurs) return 0;
  for (const name of waiting.named) await unlessGone(rename(join(aside, name), pathOf(root, name)));
  let removed = 0;
  for (const path of [...parts, ...waiting.unnamed.map((name) => join(aside, name))]) {
    if (!(await isOlder(path, now - keptMs))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  for (const name of unnamed) if (await isOlder(pathOf(root, name), now - underWayMs)) await setAside(root, name, now);
  return removed;
}

/** Its time of change becomes that of the first sight, before it has its new place: after a crash none looks older. */
async function setAside(root: string, name: string, now: number): Promise<void> {
  const aside = join(root, unnamedFolder);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const path = pathOf(root, name);
  await unlessGone(utimes(path, now / 1000, now / 1000).then(() => rename(path, join(aside, name))));
}

type Sorted = { named: string[]; unnamed: string[]; parts: string[] };

/** What lies in one folder. */
async function sorted(database: Database, folder: string): Promise<Sorted> {
  const names = await namesIn(folder);
  const wholes = names.filter((name) => whole.test(name));
  const unnamed = new Set(wholes.length === 0 ? [] : await withoutRows(database, wholes));
  return {
    named: wholes.filter((name) => !unnamed.has(name)),
    unnamed: [...unnamed],
    parts: names.filter((name) => unfinished.test(name)),
  };
}

async function withoutRows(database: Database, names: string[]): Promise<string[]> {
  const rows = await database.outside((tx) =>
    tx.rows<{ name: string }>('select files_without_rows($1::text[]) as name', [names]),
  );
  return rows.map(({ name }) => name);
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** Another server of the same directory may have moved it first. */
async function unlessGone(moving: Promise<void>): Promise<void> {
  await moving.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function isOlder(path: string, than: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < than;
}
