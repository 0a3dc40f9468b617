import type { BrowserContext, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { makeDevice, openBrowser, type Device } from './devices.ts';
import { expect, signIn, test } from './fixtures.ts';
import { forgetAll } from './machines.ts';
import { arrivalsIn, cardOf, patientOf } from './visits.ts';

const { today } = cast.visits;
const outboxOf = (user: keyof typeof cast.users) => `mainstay-outbox-demo-${cast.users[user]}`;
const mirrorOf = (user: keyof typeof cast.users) => `mainstay-mirror-demo-${cast.users[user]}`;

type At = { device: Device; context: BrowserContext; page: Page };
let ordinary: Omit<At, 'page'> | undefined;

/** An ordinary browser, with a profile on disk, behind a network of its own; nobody was there before. */
async function onDevice(clinic: Clinic, use: (at: At) => Promise<void>): Promise<void> {
  if (!ordinary) {
    const device = await makeDevice(clinic);
    ordinary = { device, context: (await openBrowser(device.profile)).context };
  }
  const { device, context } = ordinary;
  const page = await context.newPage();
  await use({ device, context, page });
  device.network.mend();
  await forgetAll(context, [device.url]);
}

test.afterAll(async () => {
  await ordinary?.context.close();
  await ordinary?.device.clean();
});

async function goOffline({ device, context }: Omit<At, 'page'>): Promise<void> {
  device.network.cut();
  await context.setOffline(true);
}

async function goOnline({ device, context }: Omit<At, 'page'>): Promise<void> {
  device.network.mend();
  await context.setOffline(false);
}

async function checkIn(page: Page, VisitId: string): Promise<void> {
  await cardOf(page, VisitId)
    .getByRole('button', { name: /^Check in/ })
    .click();
  await expect(page.locator(`[data-visit="${VisitId}"][data-stage="checkedIn"]`)).toBeVisible();
}

/** Two whom no other test needs and who stand far apart: a card that just slid under the pointer takes no click. */
async function twoToCheckIn(page: Page): Promise<[string, string]> {
  const buttons = page.getByRole('button', { name: /^Check in:/ });
  await expect(buttons.nth(1)).toBeVisible();
  const all = await buttons.evaluateAll((found) =>
    found.map((one) => one.closest<HTMLElement>('[data-visit]')?.dataset['visit'] ?? ''),
  );
  const free = all.filter((id) => !(Object.values(today) as string[]).includes(id));
  return [free.at(-1) ?? '', free.at(0) ?? ''];
}

/** Another page of this origin that runs nothing of ours, so that databases can be damaged behind the app's back. */
async function leaveApp(page: Page, device: Device): Promise<void> {
  await page.goto(`${device.url}/icons/mainstay.svg`);
}

function deleteDatabase(page: Page, name: string): Promise<string> {
  return page.evaluate(
    (database) =>
      new Promise<string>((resolve) => {
        const request = indexedDB.deleteDatabase(database);
        request.onsuccess = () => resolve('deleted');
        request.onerror = () => resolve('failed');
      }),
    name,
  );
}

/** Puts bytes that no key opens in the place of a row's sealed ones. */
function spoilRow(page: Page, at: { database: string; table: string; key: string | number }): Promise<boolean> {
  return page.evaluate(
    ({ database, table, key }) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const transaction = db.transaction(table, 'readwrite');
          const rows = transaction.objectStore(table);
          let isSpoiled = false;
          const reading = rows.get(key);
          reading.onsuccess = () => {
            if (!reading.result) return;
            isSpoiled = true;
            rows.put({
              ...reading.result,
              n: crypto.getRandomValues(new Uint8Array(12)),
              c: new Uint8Array([7, 7, 7, 7]).buffer,
            });
          };
          transaction.oncomplete = () => {
            db.close();
            resolve(isSpoiled);
          };
        };
      }),
    at,
  );
}

/** The numbers of the calls that wait. */
function midsOf(page: Page, database: string): Promise<number[]> {
  return page.evaluate(
    (name) =>
      new Promise<number[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('calls').objectStore('calls').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result as number[]);
          };
        };
      }),
    database,
  );
}

/** As after a crash in the middle of writing it. */
function cutFile(page: Page, path: string[]): Promise<void> {
  return page.evaluate(async (parts) => {
    let folder = await navigator.storage.getDirectory();
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part);
    const writing = await (await folder.getFileHandle(parts.at(-1) ?? '')).createWritable({ keepExistingData: true });
    await writing.truncate(40);
    await writing.close();
  }, path);
}

const damaged = 'Some data on this device was damaged. It is loading again. Waiting changes are kept.';

test('a damaged patient: the others are shown, the user is told, the patient comes back; a mirror that is gone, too', async ({
  clinic,
}) => {
  await onDevice(clinic, async (at) => {
    const { page, device } = at;
    const PatientId = await patientOf(clinic, today.confirmed);
    await signIn(page, device, 'pt');
    await expect(cardOf(page, today.confirmed)).toBeVisible();
    await expect(pill(page)).toHaveText('Saved');
    const cards = page.locator('[data-visit]');
    const shown = await cards.count();
    await leaveApp(page, device);
    expect(await spoilRow(page, { database: mirrorOf('pt'), table: 'patientBundles', key: PatientId })).toBe(true);
    await goOffline(at);
    await page.goto(`${device.url}/onDeck`);
    await expect(page.getByRole('alert').filter({ hasText: damaged })).toBeVisible();
    await expect(cards).toHaveCount(shown - 1);
    await expect(cardOf(page, today.scheduled)).toBeVisible();
    await goOnline(at);
    await expect(cardOf(page, today.confirmed)).toBeVisible();
    await expect(cards).toHaveCount(shown);
    await expect(page.getByText(damaged)).toHaveCount(0);

    await leaveApp(page, device);
    expect(await deleteDatabase(page, mirrorOf('pt'))).toBe('deleted');
    await page.goto(`${device.url}/onDeck`);
    await expect(cards).toHaveCount(shown);
    await expect(pill(page)).toHaveText('Saved');
  });
});

test('databases deleted, while the app is open or not: what waited is brought back and arrives once, the rest is fetched', async ({
  clinic,
}) => {
  await onDevice(clinic, async (at) => {
    const { page, device } = at;
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
    await signIn(page, device, 'front');
    await expect(cardOf(page, today.scheduled)).toBeVisible();
    await expect(pill(page)).toHaveText('Saved');
    const [first, second] = await twoToCheckIn(page);
    await goOffline(at);
    await checkIn(page, first);
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    expect(await deleteDatabase(page, outboxOf('front'))).toBe('deleted');
    await expect(alert('One waiting change was restored from the copy.')).toBeVisible();
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    await checkIn(page, second);
    await expect(pill(page)).toHaveText('Offline, 2 waiting');
    await leaveApp(page, device);
    expect(await deleteDatabase(page, outboxOf('front'))).toBe('deleted');
    await page.goto(`${device.url}/onDeck`);
    await expect(alert('This browser lost its data. 2 waiting changes were restored from the copy.')).toBeVisible();
    await expect(pill(page)).toHaveText('Offline, 2 waiting');
    // Both are told of: the one damaged where it waits, the other one damaged in its copy as well.
    const [one = 0, two = 0] = await midsOf(page, outboxOf('front'));
    await leaveApp(page, device);
    for (const key of [one, two])
      expect(await spoilRow(page, { database: outboxOf('front'), table: 'calls', key })).toBe(true);
    await cutFile(page, ['outbox', 'demo', cast.users.front, `${two}.call`]);
    await page.goto(`${device.url}/onDeck`);
    await expect(alert('One waiting change was damaged on this device and restored from the copy.')).toBeVisible();
    await expect(page.locator(`[data-visit="${first}"][data-stage="checkedIn"]`)).toBeVisible();
    await goOnline(at);
    await expect.poll(() => arrivalsIn(clinic, first, 'checkedIn')).toBe(1);
    expect(await arrivalsIn(clinic, second, 'checkedIn')).toBe(0);
    expect(await deleteDatabase(page, mirrorOf('front'))).toBe('deleted');
    await expect(page.locator(`[data-visit="${first}"][data-stage="checkedIn"]`)).toBeVisible();
    expect(await arrivalsIn(clinic, first, 'checkedIn')).toBe(1);
  });
});

test('a browser that keeps nothing is told so before anyone types', async ({ page, clinic }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await page.goto(`${clinic.url}/login`);
  await expect(page.getByRole('heading', { name: 'Mainstay cannot open here' })).toBeVisible();
  await expect(
    page.getByText(
      'This browser doesn’t let Mainstay store data on this device. Private windows and strict privacy settings can cause this. Open Mainstay in a regular window. Nothing was lost.',
    ),
  ).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
});

test('a full disk refuses the next change in a sentence and keeps the ones before', async ({ clinic }) => {
  await onDevice(clinic, async (at) => {
    const { page, device, context } = at;
    await signIn(page, device, 'front');
    await expect(cardOf(page, today.scheduled)).toBeVisible();
    await expect(pill(page)).toHaveText('Saved');
    await goOffline(at);
    await checkIn(page, today.otIncomplete);
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    const next = await page
      .getByRole('button', { name: /^Check in:/ })
      .first()
      .evaluate((button) => button.closest<HTMLElement>('[data-visit]')?.dataset['visit'] ?? '');
    const chromium = await context.newCDPSession(page);
    await chromium.send('Storage.overrideQuotaForOrigin', { origin: device.url, quotaSize: 1 });
    // Chromium remembers for a while how much room an origin had; it forgets once the databases are closed.
    await leaveApp(page, device);
    await page.waitForTimeout(4_000);
    await page.goto(`${device.url}/onDeck`);
    await cardOf(page, next)
      .getByRole('button', { name: /^Check in/ })
      .click();
    await expect(
      page.getByText(
        'This device is full, so this change was not saved. Everything saved before is kept. Free some space on the device, then save again.',
      ),
    ).toBeVisible();
    await expect(page.locator(`[data-visit="${next}"][data-stage="checkedIn"]`)).toHaveCount(0);
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    await page.reload();
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    await chromium.send('Storage.overrideQuotaForOrigin', { origin: device.url });
    await checkIn(page, next);
    await goOnline(at);
    await expect(pill(page)).toHaveText('Saved', { timeout: 30_000 });
    for (const VisitId of [today.otIncomplete, next]) expect(await arrivalsIn(clinic, VisitId, 'checkedIn')).toBe(1);
  });
});
