import type { PrecacheController } from 'workbox-precaching';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchAhead } from './fetch-ahead.ts';

const origin = 'https://clinic.example';
const files = Array.from({ length: 20 }, (_, at) => `/assets/part-${at}.js`);

/** The cache of the shell: what is kept, by its key. */
let kept: Map<string, string>;
/** What was fetched, in order, and how. */
let fetched: { path: string; cache: RequestCache }[];
let underWay: number;
let mostUnderWay: number;
/** Paths the server does not have. */
let broken: Set<string>;

class InstallEvent {
  type = 'install';
  waitUntil(): void {}
}

beforeEach(() => {
  kept = new Map();
  fetched = [];
  underWay = mostUnderWay = 0;
  broken = new Set();
  const cache = {
    match: async ({ url }: Request) => (kept.has(url) ? new Response(kept.get(url)) : undefined),
    put: async ({ url }: Request, file: Response) => void kept.set(url, await file.text()),
  };
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('ExtendableEvent', InstallEvent);
  vi.stubGlobal('FetchEvent', Event);
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match });
  vi.stubGlobal('fetch', async ({ url, cache }: Request) => {
    const path = url.slice(origin.length);
    fetched.push({ path, cache });
    mostUnderWay = Math.max(mostUnderWay, (underWay += 1));
    await new Promise((resolve) => setTimeout(resolve));
    underWay -= 1;
    return broken.has(path) ? new Response('', { status: 404 }) : new Response(path);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The library itself, with a version's files: its keys, checks and cache count, not ours. */
async function shellOf(...entries: { url: string; revision: string | null }[]): Promise<PrecacheController> {
  const { PrecacheController: Shell } = await import('workbox-precaching');
  const shell = new Shell();
  shell.addToCacheList(entries);
  return shell;
}
const parts = files.map((url) => ({ url, revision: null }));
const install = (shell: PrecacheController) => fetchAhead(shell, new InstallEvent() as never);

test('several files are fetched at a time, in the order of the list, and one connection is left to the page', async () => {
  await install(await shellOf(...parts));
  expect(fetched.map(({ path }) => path)).toEqual(files);
  expect(mostUnderWay).toBe(5);
  expect([...kept.values()].toSorted()).toEqual(files.toSorted());
});

test('a file that keeps its name is fetched past the browser’s cache and kept under its revision', async () => {
  await install(await shellOf({ url: '/index.html', revision: 'a1' }, parts[0]!));
  expect([...kept.keys()].toSorted()).toEqual([
    `${origin}/assets/part-0.js`,
    `${origin}/index.html?__WB_REVISION__=a1`,
  ]);
  expect(fetched).toEqual([
    { path: '/index.html', cache: 'reload' },
    { path: files[0], cache: 'default' },
  ]);
});

test('one file that fails keeps the version out, and no more are begun', async () => {
  broken.add(files[1]!);
  await expect(install(await shellOf(...parts))).rejects.toThrow('HTTP status of 404');
  expect(fetched.length).toBeLessThan(files.length);
  expect(underWay).toBe(0);
});

test('the next try, and the next version, fetch only what is not kept yet', async () => {
  broken.add(files[19]!);
  await expect(install(await shellOf(...parts))).rejects.toThrow('HTTP status of 404');
  broken.clear();
  fetched = [];
  await install(await shellOf(...parts, { url: '/index.html', revision: 'a1' }));
  expect(fetched.map(({ path }) => path)).toEqual([files[19], '/index.html']);
});
