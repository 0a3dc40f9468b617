import { cacheNames } from 'workbox-core';

const former = 'former-files';

/**
 * Keeps what the version before had: a page of it may be open beside the newer one, and asks for a part of it only now.
 * Done while the newer version is installed; once that takes over, the library drops what it does not list.
 */
export async function keepFormerFiles(): Promise<void> {
  try {
    await copyFiles();
  } catch {
    // A disk without room for these must not keep the newer version out. Half of them would only take its room.
    await caches.delete(former).catch(() => false);
  }
}

async function copyFiles(): Promise<void> {
  const present = await caches.open(cacheNames.precache);
  await caches.delete(former);
  const kept = await caches.open(former);
  for (const asked of await present.keys()) {
    const file = isPart(new URL(asked.url)) ? await present.match(asked) : undefined;
    if (file) await kept.put(asked, file);
  }
}

/** Its name says which version of it this is, so a former one can be told from the one in use. */
export function isPart({ pathname }: URL): boolean {
  return pathname.startsWith('/assets/') && !pathname.startsWith('/assets/public/');
}

export async function formerFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: former })) ?? fetch(request);
}
