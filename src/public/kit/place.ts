import { useSyncExternalStore } from 'react';
import { ownAppOf } from '#contract/public/paths.ts';

const moved = 'public-place';

function subscribe(changed: () => void): () => void {
  for (const event of ['popstate', 'hashchange', moved]) window.addEventListener(event, changed);
  return () => {
    for (const event of ['popstate', 'hashchange', moved]) window.removeEventListener(event, changed);
  };
}

/** Where the page is; draws anew when that changes. */
export function usePlace(): URL {
  const href = useSyncExternalStore(subscribe, () => window.location.href);
  return new URL(href);
}

/** Goes to another of these pages without loading the app again, but for one that is an app of its own. */
export function goTo(address: string, { replace = false } = {}): void {
  const to = new URL(address, window.location.href).pathname;
  if (ownAppOf(to) !== ownAppOf(window.location.pathname)) {
    if (replace) window.location.replace(address);
    else window.location.assign(address);
    return;
  }
  if (replace) window.history.replaceState(null, '', address);
  else window.history.pushState(null, '', address);
  window.dispatchEvent(new Event(moved));
}
