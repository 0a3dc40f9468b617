import { readdirSync } from 'node:fs';
import { gzipKb, keptForLater, loadOf, mostOfWorkListKb, mostOfSignInKb, sizesOf } from '../page-load.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';

test('neither the sign-in page nor the work list fetches more than its share of script before a click', async ({
  page,
  clinic,
  elsewhere,
}) => {
  test.setTimeout(180_000);
  const loadOfWorkList = async () => {
    const desk = await elsewhere();
    await signIn(desk, clinic, 'pt');
    await expect(pill(desk)).toHaveText('Saved');
    const load = await loadOf(desk, () => desk.goto(`${clinic.url}/onDeck`));
    await expect(desk.locator('[data-visit]').first()).toBeVisible();
    return load;
  };
  // Both are mostly waited for, until nothing more comes.
  const [login, onDeck] = await Promise.all([loadOf(page, () => page.goto(`${clinic.url}/login`)), loadOfWorkList()]);
  expect(gzipKb(login.scripts), sizesOf(login.scripts)).toBeLessThanOrEqual(mostOfSignInKb);
  expect(gzipKb(onDeck.scripts), sizesOf(onDeck.scripts)).toBeLessThanOrEqual(mostOfWorkListKb);
  // A figure that left out the threads would say nothing.
  for (const part of ['index', 'base', 'staff', 'sync.worker', 'sync', 'log.worker'])
    expect(
      onDeck.scripts.some((path) => path.startsWith(`/assets/${part}-`)),
      part,
    ).toBe(true);
});

test('everything that is loaded later is kept for a day without the network, in few files', () => {
  const kept = keptForLater();
  const built = readdirSync('dist/assets', { withFileTypes: true }).filter((each) => each.isFile());
  expect(built.map(({ name }) => `assets/${name}`).filter((file) => !kept.includes(file))).toEqual([]);
  expect(gzipKb(kept)).toBeGreaterThan(2 * mostOfWorkListKb);
  // Each is a request and a write of every new device.
  expect(kept.length).toBeLessThanOrEqual(120);
});
