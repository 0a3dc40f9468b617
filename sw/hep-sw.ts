import { partsOfPage, partsOfScript } from './page-parts.ts';

declare const self: ServiceWorkerGlobalScope;

/** The page of home programs and its parts, nothing a server said of anybody. A new name where that changes. */
const kept = 'mainstay-hep-1';
const page = '/hep';
/** A connection that says nothing for so long is none. */
const patienceMs = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(fetchPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('mainstay-hep-') && name !== kept);
      await Promise.all(names.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(newestPage());
  else if (/^\/(assets\/public|icons)\//.test(url.pathname)) event.respondWith(partOf(request));
});

/** The page as the server has it; without a connection, or where that is slow, as it was last. */
async function newestPage(): Promise<Response> {
  const known = await (await caches.open(kept)).match(page);
  if (!known) return fetchPage();
  const fresh = fetchPage().catch(() => known);
  return Promise.race([fresh, new Promise<Response>((resolve) => setTimeout(() => resolve(known), patienceMs))]);
}

/** Keeps the page once all its parts are there: an old page goes on with its own, which stay until then. */
async function fetchPage(): Promise<Response> {
  const response = await fetch(page, { cache: 'no-store' });
  if (!response.ok) throw new Error('The page was not given.');
  const cache = await caches.open(kept);
  const text = await response.clone().text();
  const parts = new Set(partsOfPage(text));
  for (const part of parts) {
    if (!(await cache.match(part))) await cache.add(part);
    const script = part.endsWith('.js') ? await (await cache.match(part))?.text() : undefined;
    for (const later of partsOfScript(script ?? '')) parts.add(later);
  }
  await cache.put(page, response.clone());
  const former = (await cache.keys()).filter(({ url }) => ![page, ...parts].includes(new URL(url).pathname));
  await Promise.all(former.map((one) => cache.delete(one)));
  return response;
}

async function partOf(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
