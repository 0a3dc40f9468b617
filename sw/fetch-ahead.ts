import type { PrecacheController } from 'workbox-precaching';

/** A browser opens six connections to one address over HTTP/1.1. One stays for the page, which waits for its own calls. */
const atATime = 5;

/**
 * Fetches the app's shell into the cache as `PrecacheController.install` does, but several files at a time: one after
 * the other, each of some three hundred waits for the way to the server and back.
 *
 * They are begun in the order of the list. Throws where a file fails, when those under way have ended, and begins no
 * other: this version is then not installed, and the next try fetches only what is not kept yet.
 */
export async function fetchAhead(shell: PrecacheController, event: ExtendableEvent): Promise<void> {
  const waiting = [...shell.getURLsToCacheKeys()];
  let failed = false;
  const lane = async () => {
    for (let next = waiting.shift(); next && !failed; next = waiting.shift()) {
      try {
        await keep(shell, event, ...next);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atATime }, lane));
  const fault = ends.find((end) => end.status === 'rejected');
  if (fault) throw fault.reason;
}

/** What has a revision keeps its address from version to version: the browser's own cache may hold a former one. */
async function keep(shell: PrecacheController, event: ExtendableEvent, url: string, cacheKey: string): Promise<void> {
  const request = new Request(url, {
    integrity: shell.getIntegrityForCacheKey(cacheKey) ?? '',
    cache: cacheKey === url ? 'default' : 'reload',
    credentials: 'same-origin',
  });
  await Promise.all(shell.strategy.handleAll({ params: { cacheKey }, request, event }));
}
