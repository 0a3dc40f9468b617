type Factory = {
  createPolicy(
    name: string,
    policy: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
};

const worker = '/hep-sw.js';

/** The page opens without a connection from now on. A browser that has no service workers shows it online alone. */
export function workOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const { trustedTypes } = window as { trustedTypes?: Factory };
  // The one script that the page may start, as the server's headers have it.
  const policy = trustedTypes?.createPolicy('own-worker', { createScriptURL: () => worker });
  void navigator.serviceWorker
    .register(policy?.createScriptURL(worker) ?? worker, { scope: '/hep' })
    .catch(() => undefined);
}
