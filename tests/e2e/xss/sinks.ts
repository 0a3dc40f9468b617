import type { Page, Request } from '@playwright/test';
import { quietOf } from './quiet.ts';

/** What a page did that no text may make it do. */
export type Sinks = { faults: string[]; quiet(): Promise<void>; look(): Promise<string[]> };

/** Watches a page from its first line on. */
export async function watchSinks(page: Page, home: string): Promise<Sinks> {
  const faults: string[] = [];
  await page.exposeFunction('mainstayFault', (fault: string) => void faults.push(fault));
  await page.addInitScript(() => {
    const tell = (fault: string) =>
      (globalThis as unknown as { mainstayFault(said: string): void }).mainstayFault(fault);
    for (const name of ['alert', 'confirm', 'prompt'] as const)
      window[name] = ((said?: unknown) => tell(`${name}(${String(said)})`)) as never;
    document.addEventListener('securitypolicyviolation', (event) => {
      tell(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  page.on('dialog', (dialog) => {
    // The app asks nothing that way but whether a page may be left.
    if (dialog.type() !== 'beforeunload') faults.push(`dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('popup', (popup) => faults.push(`popup: ${popup.url()}`));
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    if (!url.href.startsWith(home) && !['data:', 'blob:'].includes(url.protocol)) faults.push(`request: ${url.href}`);
  });
  return { faults, quiet: quietOf(page), look: async () => page.evaluate(elementsThatRun) };
}

/** Elements and attributes that React makes of no text: where one stands, text became markup. */
function elementsThatRun(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const name = element.tagName.toLowerCase();
    const isOwnScript = name === 'script' && element.getAttribute('src')?.startsWith('/assets/');
    const runs = [
      'script',
      'iframe',
      'object',
      'embed',
      'base',
      'frame',
      'frameset',
      'marquee',
      'math',
      'foreignobject',
    ];
    if (runs.includes(name) && !isOwnScript) found.push(element.outerHTML.slice(0, 200));
    for (const { name: attribute, value } of element.attributes) {
      const leadsAway = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(attribute);
      if (attribute.startsWith('on') || (leadsAway && /^\s*(javascript|vbscript|data:text)/i.test(value)))
        found.push(`${name} ${attribute}="${value.slice(0, 100)}"`);
    }
  }
  return found;
}

/** The numbers of the payloads that stand on the screen, in text or in fields, hidden parts included. */
export function payloadsOnScreen(): number[] {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map((field) => field.value);
  const labels = [...document.querySelectorAll('[aria-label], [title]')].map(
    (element) => `${element.getAttribute('aria-label')} ${element.getAttribute('title')}`,
  );
  // One by one: an element ends a word, its text does not.
  const texts: string[] = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode.textContent ?? '');
  const text = [...texts, ...fields, ...labels].join(' ');
  return [...new Set(text.match(/\b7[01]\d{2}\b/g) ?? [])].map(Number);
}
