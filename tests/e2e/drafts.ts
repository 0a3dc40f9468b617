import { expect, type Page } from '@playwright/test';

/** Does something that a form keeps, and waits until a draft is written later than before. */
export async function untilKept(page: Page, type: () => Promise<void>): Promise<void> {
  const before = await lastTurn(page);
  await type();
  await expect.poll(() => lastTurn(page), { message: 'a draft is written' }).toBeGreaterThan(before);
}

/** Of all drafts on this device the turn of the one written last, or 0. */
function lastTurn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const turns = names
      .filter((name) => name.startsWith('mainstay-outbox-'))
      .map(
        (name) =>
          new Promise<number[]>((resolve, reject) => {
            const opening = indexedDB.open(name);
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
              const rows = opening.result.transaction('drafts').objectStore('drafts').getAll();
              rows.onsuccess = () => {
                opening.result.close();
                resolve((rows.result as { turn?: number }[]).map(({ turn = 0 }) => turn));
              };
            };
          }),
      );
    return Math.max(0, ...(await Promise.all(turns)).flat());
  });
}
