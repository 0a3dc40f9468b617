import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright';
import { filesOf } from '../sw/files-of.ts';

/** What a page should fetch at most before anybody clicks, in KB of 1,024 bytes after gzip. */
export const targetKb = 220;
/** Neither grows beyond these; the work list is above the target (docs/decisions/0017-what-a-page-loads.md). */
export const mostOfSignInKb = 210;
export const mostOfWorkListKb = 270;

/** So long nothing more comes: the last part waits until the first screen stands and the browser has nothing to do. */
const quietMs = 6_000;
const leastMs = 12_000;

export type PageLoad = { scripts: string[]; styles: string[] };

/**
 * Everything that a page has fetched for itself since its address was entered, once it is quiet: its own files, those of
 * its threads, what came later by itself, and the service worker's script. What that keeps for later is not part of it.
 */
export async function loadOf(page: Page, enter: () => Promise<unknown>): Promise<PageLoad> {
  const asked = new Set<string>(['/sw.js']);
  const note = (request: Request) => {
    if (request.serviceWorker() === null) asked.add(new URL(request.url()).pathname);
  };
  page.on('request', note);
  await enter();
  const began = performance.now();
  for (let last = began; performance.now() - last < quietMs || performance.now() - began < leastMs; await wait(500)) {
    const before = asked.size;
    for (const path of await namesIn(page)) asked.add(path);
    if (asked.size > before) last = performance.now();
  }
  page.off('request', note);
  const ending = (end: string) => [...asked].filter((path) => path.endsWith(end)).toSorted();
  return { scripts: ending('.js'), styles: ending('.css') };
}

/** By the page's own account and that of its threads, whoever answered: the network, a cache, the service worker. */
async function namesIn(page: Page): Promise<string[]> {
  const read = () => performance.getEntriesByType('resource').map(({ name }) => name);
  const threads = page.workers();
  const ofThreads = await Promise.all(threads.map((thread) => thread.evaluate(read).catch(() => [])));
  const names = [...(await page.evaluate(read)), ...threads.map((thread) => thread.url()), ...ofThreads.flat()];
  return names.filter((name) => URL.canParse(name)).map((name) => new URL(name).pathname);
}

/** After gzip, each file by itself, as a server sends it. */
export function gzipKb(paths: readonly string[], folder = 'dist'): number {
  const sizes = paths.map((path) => gzipSync(readFileSync(join(folder, path))).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Each with its size, the largest first. */
export function sizesOf(paths: readonly string[]): string {
  const sizes = paths.map((path) => ({ name: path.split('/').at(-1), kb: gzipKb([path]) }));
  return sizes
    .toSorted((a, b) => b.kb - a.kb)
    .map(({ name, kb }) => `${name} ${kb.toFixed(1)}`)
    .join(', ');
}

/** What the service worker fetches to keep, once a page stands. */
export function keptForLater(folder = 'dist'): string[] {
  const sw = readFileSync(join(folder, 'sw.js'), 'utf8');
  const listed = [...sw.matchAll(/"?revision"?:\s*(null|[`'"]\w+[`'"]),\s*"?url"?:\s*[`'"]([^`'"]+)/g)];
  const paths = filesOf(
    listed.map(([, revision = '', url = '']) => ({ url, revision: revision === 'null' ? null : revision })),
  ).map(({ url }) => url);
  const built = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
  const missing = built.filter((name) => !paths.includes(`assets/${name}`));
  if (missing.length > 0) throw new Error(`The service worker would not keep ${missing.join(', ')}.`);
  return paths;
}
