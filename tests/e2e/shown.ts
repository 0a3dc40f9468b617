import type { BrowserContext } from '@playwright/test';

/** What the browsers that a test closed itself showed at that time: it closes them before its failure is known. */
export const lastShown: { message: string }[] = [];

/** What each page asked or said: where only the words of a run are kept, no picture shows it. */
export async function whatIsShown(contexts: readonly BrowserContext[]): Promise<{ message: string }[]> {
  const pages = contexts.flatMap((context) => context.pages());
  const layers = '[role=dialog], [role=alert], [role=status], [data-sync-pill], h1';
  return Promise.all(
    pages.map(async (page) => {
      const texts = await page
        .evaluate(
          (of) => [
            ...[...document.querySelectorAll<HTMLElement>(of)].map((one) => one.innerText),
            `focus: ${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 40)}`,
          ],
          layers,
        )
        .catch(() => ['(the page does not answer)']);
      const said = texts.join(' | ').replaceAll(/\s+/g, ' ');
      return { message: (`On screen: ${said}`.match(/.{1,190}/g) ?? []).slice(0, 4).join('\n') };
    }),
  );
}

/** Keeps what a browser shows until its test is known to have passed. */
export function keepShown(context: BrowserContext): void {
  const close = context.close.bind(context);
  context.close = async (options) => {
    lastShown.push(...(await whatIsShown([context])));
    await close(options);
  };
}
