import type { Page } from '@playwright/test';

/** Writes a word in plain into every place of this origin where an app can keep something. */
export async function plant(page: Page, word: string): Promise<void> {
  await page.evaluate(async (text) => {
    localStorage.setItem('planted', text);
    const cache = await caches.open('planted');
    await cache.put('/planted', new Response(text));
    const file = await (await navigator.storage.getDirectory()).getFileHandle('planted', { create: true });
    const writing = await file.createWritable();
    await writing.write(text);
    await writing.close();
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open('planted');
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
      opening.onsuccess = () => {
        const change = opening.result.transaction('rows', 'readwrite');
        // So many that the database packs them into a table, where the whole word is written as a copy of its two parts.
        const parts = [text.slice(0, 9), text.slice(9)];
        for (let row = 0; row < 12_000; row += 1)
          change.objectStore('rows').put({ parts, text, rest: `${row} `.repeat(80) }, row);
        change.oncomplete = () => resolve();
      };
    });
  }, word);
}
