import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formerFile, isPart, keepFormerFiles } from './former-files.ts';

const origin = 'https://clinic.example';
const precache = 'precache';
vi.mock('workbox-core', () => ({ cacheNames: { precache: 'precache' } }));

/** The caches of a browser, as far as they are used here. */
let stores: Map<string, Map<string, string>>;
/** So many files the disk still holds. */
let room: number;
const stored = (name: string) => stores.get(name) ?? stores.set(name, new Map()).get(name) ?? new Map<string, string>();
const reply = (text: string | undefined) => (text === undefined ? undefined : new Response(text));

beforeEach(() => {
  stores = new Map();
  room = Infinity;
  vi.stubGlobal('caches', {
    delete: async (name: string) => stores.delete(name),
    match: async (url: string, { cacheName }: { cacheName: string }) => reply(stores.get(cacheName)?.get(url)),
    open: async (name: string) => ({
      keys: async () => [...stored(name).keys()].map((url) => ({ url })),
      match: async ({ url }: { url: string }) => reply(stored(name).get(url)),
      put: async ({ url }: { url: string }, file: Response) => {
        if (room === 0) throw new DOMException('No room', 'QuotaExceededError');
        room -= 1;
        stored(name).set(url, await file.text());
      },
    }),
  });
  vi.stubGlobal('fetch', async () => new Response('from the server'));
});
afterEach(() => vi.unstubAllGlobals());

/** A version is installed beside the one before, then takes over: the library drops what it does not list. */
async function update(...files: string[]): Promise<void> {
  await keepFormerFiles();
  stores.set(precache, new Map(files.map((path) => [origin + path, path])));
}
const asked = async (path: string) => (await formerFile(new Request(origin + path))).text();

test('a page of the version before still finds its files, and nothing of those before that', async () => {
  await update('/assets/save-1.js', '/index.html?rev=1');
  await update('/assets/save-2.js');
  expect(await asked('/assets/save-1.js')).toBe('/assets/save-1.js');
  expect(await asked('/index.html?rev=1')).toBe('from the server');
  await update('/assets/save-3.js');
  expect(await asked('/assets/save-2.js')).toBe('/assets/save-2.js');
  expect(await asked('/assets/save-1.js')).toBe('from the server');
});

test('what keeps its name from version to version is no such file', () => {
  expect(
    ['/assets/save-1.js', '/index.html', '/sw.js', '/api/assets/1'].map((path) => isPart(new URL(path, origin))),
  ).toEqual([true, false, false, false]);
});

test('a full disk keeps no newer version out, and nothing of the former one is left half', async () => {
  await update('/assets/save-1.js', '/assets/show-1.js');
  room = 1;
  await expect(keepFormerFiles()).resolves.toBeUndefined();
  expect([...stores.keys()]).toEqual([precache]);
});
