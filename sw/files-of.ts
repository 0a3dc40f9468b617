import type { PrecacheEntry } from 'workbox-precaching';

/** The files to keep. One entry has the names of all parts of the app, which need no revision (vite.config.ts). */
export function filesOf(listed: readonly PrecacheEntry[]): PrecacheEntry[] {
  return listed.flatMap(({ url, revision }) =>
    revision === null
      ? url.split(' ').map((name) => ({ url: `assets/${name}`, revision }))
      : [{ url, revision: revision ?? null }],
  );
}
