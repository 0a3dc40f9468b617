type Policy = { createScriptURL(text: string): string };
type Factory = { createPolicy(name: string, policy: Policy): Policy };

const worker = '/kiosk-sw.js';

/** The one script that the server's headers let this page start (`trusted-types kiosk`). */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  const policy = trustedTypes?.createPolicy('kiosk', { createScriptURL: () => worker });
  return policy?.createScriptURL(worker) ?? worker;
}

let waiting: ServiceWorker | null = null;

/** The page itself stands without a connection; no patient is in what is kept. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  // A browser that keeps nothing for pages still checks patients in while it is online.
  navigator.serviceWorker.register(workerUrl(), { scope: '/kiosk' }).then(
    (registration) => {
      waiting = registration.waiting;
      registration.addEventListener('updatefound', () => {
        const found = registration.installing;
        found?.addEventListener('statechange', () => {
          if (found.state === 'installed' && navigator.serviceWorker.controller) waiting = found;
        });
      });
    },
    () => undefined,
  );
}

/** Between two patients a new version takes over; never in the middle of a check-in. */
export function takeNewVersion(): void {
  if (waiting === null) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  waiting.postMessage('take over');
  waiting = null;
}
