import { expect, expectAccessible, signIn, test } from './fixtures.ts';

test('a device says what it holds and whether it is ready for an outage', async ({ page, clinic }) => {
  await signIn(page, clinic, 'pt');
  await page.locator('[data-sync-pill]').click();
  const drawer = page.getByRole('dialog');
  for (const part of ['Today and these two weeks', 'Active charts', 'Names of all patients'])
    await expect(drawer.getByRole('listitem').filter({ hasText: part })).toContainText('Done');
  await expect(drawer.getByText(/^Last exchange /)).toBeVisible();
  await expect(drawer.getByText('Everything needed for the next two weeks is on this device.')).toBeVisible();
  const isKept = await page.evaluate(() => navigator.storage.persisted());
  await expect(drawer.getByText(isKept ? 'Ready' : 'Not ready yet', { exact: true })).toBeVisible();
  await expectAccessible(page, { within: '[role="dialog"]' });
});

test('rows that this device lost, or has too many, are found by comparing and put right', async ({ page, clinic }) => {
  await signIn(page, clinic, 'pt');
  await page.locator('[data-sync-pill]').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Names of all patients' })).toContainText('Done');
  const before = await page.evaluate(damageVisits);
  expect(before.length).toBeGreaterThan(20);
  expect(await page.evaluate(keptVisits)).not.toEqual(before);
  // The first comparison comes with the first poll that finds nothing to do: within about a minute.
  await expect(drawer.getByText(/4 rows were different and put right/)).toBeVisible({ timeout: 100_000 });
  expect(await page.evaluate(keptVisits)).toEqual(before);
});

/** Key and version of every visit in the mirror, in order. */
async function keptVisits(): Promise<string[]> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('mainstay-mirror-'))?.name ?? '';
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open(name);
    asked.addEventListener('success', () => resolve(asked.result));
  });
  const rows = await new Promise<{ key: string; version: string }[]>((resolve) => {
    const asked = opened.transaction('visits').objectStore('visits').getAll();
    asked.addEventListener('success', () => resolve(asked.result));
  });
  opened.close();
  return rows.map(({ key, version }) => `${key} ${version}`);
}

/** Takes two visits away, makes one stale and adds one that never was; gives what was there before. */
async function damageVisits(): Promise<string[]> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('mainstay-mirror-'))?.name ?? '';
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open(name);
    asked.addEventListener('success', () => resolve(asked.result));
  });
  const writing = opened.transaction('visits', 'readwrite');
  const store = writing.objectStore('visits');
  const rows = await new Promise<{ key: string; version: string }[]>((resolve) => {
    const asked = store.getAll();
    asked.addEventListener('success', () => resolve(asked.result));
  });
  const [first, second, third, fourth] = rows;
  if (!first || !second || !third || !fourth) throw new Error('There are too few visits here.');
  store.delete(first.key);
  store.delete(second.key);
  store.put({ ...third, version: '1' });
  store.put({ ...fourth, key: '018f0000-0000-7000-8000-00000000000f' });
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opened.close();
  return rows.map(({ key, version }) => `${key} ${version}`);
}
