import { expect, type Page } from '@playwright/test';

/** Does something that a form keeps, and waits until a draft is written later than before. */
export async function untilKept(page: Page, type: () => Promise<void>): Promise<void> {
  const before = await lastTurn(page);
  await type();
  await expect.poll(() => lastTurn(page), { message: 'a draft is written' }).toBeGreaterThan(before);
}

/** Of all drafts on this device the turn of the one written last, or 0. */
async function lastTurn(page: Page): Promise<number> {
  return Math.max(0, ...(await draftsOn(page)).map(({ turn = 0 }) => turn));
}

/** What is half-written on this device, without what is in it. */
function draftsOn(page: Page): Promise<{ key: string; turn?: number }[]> {
  return page.evaluate(async () => {
    type Draft = { key: string; turn?: number };
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const drafts = names
      .filter((name) => name.startsWith('mainstay-outbox-'))
      .map(
        (name) =>
          new Promise<Draft[]>((resolve, reject) => {
            const opening = indexedDB.open(name);
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
              const rows = opening.result.transaction('drafts').objectStore('drafts').getAll();
              rows.onsuccess = () => {
                opening.result.close();
                resolve(
                  (rows.result as Draft[]).map(({ key, turn }) => ({ key, ...(turn !== undefined && { turn }) })),
                );
              };
            };
          }),
      );
    return (await Promise.all(drafts)).flat();
  });
}
