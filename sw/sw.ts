import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { publicAddress } from '#contract/public/paths.ts';
import type { KeeperRequest } from '#local/keys/key-keeper-messages.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { filesOf } from './files-of.ts';
import { formerFile, isPart, keepFormerFiles } from './former-files.ts';
import { keyKeeper } from './key-keeper.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const answer = keyKeeper();

self.addEventListener('message', (event) => {
  const data = event.data as KeeperRequest | { type: 'SKIP_WAITING' } | null;
  // A new version takes over only when a person agreed: drafts come first.
  if (data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  else if (data) answer(data, event.ports[0]);
});

self.addEventListener('install', (event) => event.waitUntil(keepFormerFiles()));
clientsClaim();
cleanupOutdatedCaches();
// The shell alone is cached, never a reply: those may hold patient data.
const shell = new PrecacheController();
shell.addToCacheList(filesOf(self.__WB_MANIFEST));
self.addEventListener('install', (event) => event.waitUntil(fetchAhead(shell, event)));
self.addEventListener('activate', (event) => void shell.activate(event));
registerRoute(new PrecacheRoute(shell));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPart(url),
  ({ request }) => formerFile(request),
);
registerRoute(
  new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), {
    denylist: [
      publicAddress,
      /^\/api(\/|$)/,
      /^\/app(\/|$)/,
      /^\/files(\/|$)/,
      /^\/(healthz|readyz)$/,
      /\.[a-z0-9]{2,12}$/i,
    ],
  }),
);
