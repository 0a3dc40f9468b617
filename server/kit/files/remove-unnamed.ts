import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/kit/db/database.ts';
import { filesFolder } from './file-store.ts';

/**
 * Longer than any transaction lasts, and than a database stands that was set back for a look: what is newer may still get
 * its row.
 */
const keptMs = 30 * 24 * 3_600_000;
const whole = /^[0-9a-f]{32}$/;
const unfinished = /^[0-9a-f]{32}\.[\w-]+\.part$/;

/**
 * Removes content that no row names, of transactions that did not end well and of writes that were cut short, once it has
 * lain there for 30 days; how many. Nobody has its key. Backups keep theirs: rows of another history may name it.
 */
export async function removeUnnamed(database: Database, dataDir: string, now: number): Promise<number> {
  const root = filesFolder(dataDir);
  let removed = 0;
  for (const folder of await namesIn(root)) {
    const path = join(root, folder);
    const old: string[] = [];
    for (const name of await namesIn(path)) if (await isOld(join(path, name), now)) old.push(name);
    const wholes = old.filter((name) => whole.test(name));
    const unnamed = wholes.length === 0 ? [] : await withoutRows(database, wholes);
    for (const name of [...unnamed, ...old.filter((each) => unfinished.test(each))]) {
      await rm(join(path, name), { force: true });
      removed += 1;
    }
  }
  return removed;
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

async function isOld(path: string, now: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && now - found.mtimeMs > keptMs;
}
