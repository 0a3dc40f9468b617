import { publicPageOf } from '#contract/public/paths.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: every file of the kiosk, with a name for this version of them. */
declare const kioskShell: { version: string; files: readonly string[] };

const { version, files } = kioskShell;
const ours = 'mainstay-kiosk-shell-';
const page = '/kiosk.html';

self.addEventListener('install', (event) => {
  const all = files.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(ours + version).then((cache) => cache.addAll(all)));
});

self.addEventListener('activate', (event) => {
  const former = async () => {
    const names = await caches.keys();
    const gone = names.filter((name) => name.startsWith(ours) && name !== ours + version);
    await Promise.all(gone.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(former());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
});

/** The shell alone, never a reply: those tell of patients. */
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  const file = mode === 'navigate' && publicPageOf(pathname) === 'kiosk' ? page : pathname;
  if (!files.includes(file)) return;
  event.respondWith(
    caches
      .open(ours + version)
      .then((cache) => cache.match(file))
      .then((found) => found ?? fetch(event.request)),
  );
});
