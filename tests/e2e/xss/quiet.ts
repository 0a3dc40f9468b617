import type { Page, Request } from '@playwright/test';

const longestMs = 30_000;

/**
 * Watches a page from now on. What comes back waits until a screen has all it asked for: no call is under way, nothing
 * says that it is loading, and the page finds time to idle without having changed.
 */
export function quietOf(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/');
  page.on('request', (request) => void (isCall(request) && asked.add(request)));
  page.on('requestfinished', (request) => void asked.delete(request));
  page.on('requestfailed', (request) => void asked.delete(request));
  return async () => {
    const until = Date.now() + longestMs;
    for (;;) {
      const stirs = [await page.evaluate(stirring), ...[...asked].map((request) => request.url())].filter(Boolean);
      if (stirs.length === 0) return;
      if (Date.now() > until) throw new Error(`${page.url()} is not quiet: ${stirs.join(', ')}`);
    }
  };
}

/** What loads, or changes before the page has drawn twice and has nothing to do; nothing where it is quiet. */
async function stirring(): Promise<string | undefined> {
  let changed: string | undefined;
  const watch = new MutationObserver(([change]) => {
    const part = change?.target instanceof Element ? change.target : change?.target.parentElement;
    changed = `${change?.type} ${change?.attributeName ?? ''} of ${part?.outerHTML.slice(0, 200)}`;
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let drawn = 0; drawn < 2; drawn += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  watch.disconnect();
  // A tab that is not shown stays as it was left.
  const loads = [...document.querySelectorAll('[aria-busy=true]')].find((element) => element.checkVisibility());
  const isSample = location.pathname === '/dev/ui';
  return (isSample ? undefined : loads?.outerHTML.slice(0, 200)) ?? changed;
}
