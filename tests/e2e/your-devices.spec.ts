import type { BrowserContext, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { makeDevice } from './devices.ts';
import { expect, expectAccessible, keyIsKept, signIn, test, typeEmail } from './fixtures.ts';
import { arrivalsIn, cardOf, checkIn } from './visits.ts';

const { today } = cast.visits;

async function chooseFromMenu(page: Page, word: string): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: word, exact: true }).click();
}

async function chooseFromAccount(page: Page, word: string): Promise<void> {
  await chooseFromMenu(page, 'My account');
  await page.getByRole('button', { name: word, exact: true }).click();
}

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
}

/** Names of the databases of a user, and whether the keyring still knows them. */
function leftOf(page: Page, UserId: string): Promise<{ databases: string[]; keys: number; files: string[] }> {
  return page.evaluate(async (id) => {
    const databases = (await indexedDB.databases()).flatMap(({ name = '' }) => (name.includes(id) ? [name] : []));
    const keys = await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('mainstay-keyring');
      opening.onerror = () => reject(new Error('no keyring'));
      opening.onsuccess = () => {
        const reading = opening.result.transaction('users').objectStore('users').getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve((reading.result as { UserId: string }[]).filter((user) => user.UserId === id).length);
        };
      };
    });
    const files: string[] = [];
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle, `${path}/${name}`);
        else if (path.includes(id) || (await (await (handle as FileSystemFileHandle).getFile()).text()).includes(id))
          files.push(`${path}/${name}`);
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return { databases, keys, files };
  }, UserId);
}

const nothing = { databases: [], keys: 0, files: [] };

async function deviceOf(clinic: Clinic, UserId: string): Promise<{ DeviceId: string; erasedAt: Date | null }> {
  const [row] = await clinic.sql<{ DeviceId: string; erasedAt: Date | null }>(
    `select "DeviceId", "erasedAt" from devices where site = 'demo' and "UserId" = $1 order by "createdAt" desc limit 1`,
    [UserId],
  );
  if (!row) throw new Error('The server does not know the device.');
  return row;
}

test('an administrator finds everyone’s devices and signs one out and erases it while it is in use in two tabs', async ({
  elsewhere,
  tabOf,
  clinic,
}) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  const second = await page.context().newPage();
  await second.goto(`${clinic.url}/onDeck`);
  await expect(cardOf(second, today.confirmed)).toBeVisible();
  const admin = await tabOf('admin');
  await expect(pill(admin)).toHaveText('Saved');
  await chooseFromAccount(admin, 'Your devices');
  const drawer = admin.getByRole('dialog', { name: 'Your devices' });
  await expect(drawer.getByText('This device')).toBeVisible();
  await expectAccessible(admin, { within: '[role=dialog]' });
  await drawer.getByText('Everyone’s').click();
  await drawer.getByRole('searchbox', { name: 'Person or device' }).fill('fern');
  const line = drawer.getByRole('listitem');
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('Fern Delacroix');
  await expect(line).toContainText('Chrome on Linux');
  await expect(line).toContainText('Nothing waiting');
  await expect(line).not.toContainText('has not confirmed that its data is encrypted');
  await line.getByRole('button', { name: /^Sign out and erase/ }).click();
  const asked = admin.getByRole('dialog', { name: /^Sign out and erase Chrome on Linux/ });
  await expect(asked).toContainText('You can’t undo this.');
  await expectAccessible(admin, { within: '[role=dialog]' });
  await asked.getByRole('button', { name: 'Sign out and erase' }).click();
  for (const tab of [page, second]) {
    await tab.waitForURL((url) => url.pathname === '/login');
    await expect(tab.getByText('Adele Minister signed out and erased this device.')).toBeVisible();
  }
  await expect.poll(() => leftOf(page, cast.users.front)).toEqual(nothing);
  await expect.poll(async () => (await deviceOf(clinic, cast.users.front)).erasedAt).not.toBeNull();
  await expect(line).toContainText('Signed out by Adele Minister');
});

/** As the administrator's button does, without their browser. */
async function orderErasure(clinic: Clinic, DeviceId: string): Promise<void> {
  await clinic.sql(
    `update devices set "revokedAt" = now(), "revokedBy" = 'Adele Minister', "eraseTicket" = gen_random_uuid() where "DeviceId" = $1`,
    [DeviceId],
  );
  await clinic.sql(`update sessions set "endedAt" = now(), "endedWhy" = 'device erased' where "DeviceId" = $1`, [
    DeviceId,
  ]);
}

/** Signs in and waits until the server has heard of this device; its id. */
async function signInHeard(page: Page, clinic: Pick<Clinic, 'url'>, who: string): Promise<string> {
  const heard = page.waitForResponse(/\/api\/devices\/[^/]+\/report$/);
  await signIn(page, clinic, who);
  await expect(pill(page)).toHaveText('Saved');
  return new URL((await heard).url()).pathname.split('/')[3] ?? '';
}

const erasedByAdele = (page: Page) =>
  page.getByText('Adele Minister signed out and erased this device. Changes that were not sent are lost.');

test('a signed-out device erases itself when it is opened after days, before anyone types; what another person keeps there stays', async ({
  elsewhere,
  clinic,
}) => {
  const page = await elsewhere();
  await signInHeard(page, clinic, 'biller');
  await chooseFromMenu(page, 'Switch user');
  await page.waitForURL((url) => url.pathname === '/login');
  const DeviceId = await signInHeard(page, clinic, 'front');
  await chooseFromMenu(page, 'Sign out');
  await page.waitForURL((url) => url.pathname === '/login');
  expect((await leftOf(page, cast.users.front)).keys).toBe(1);
  await page.goto('about:blank');
  await orderErasure(clinic, DeviceId);
  await page.goto(`${clinic.url}/login`);
  await expect(erasedByAdele(page)).toBeVisible();
  await expect.poll(() => leftOf(page, cast.users.front)).toEqual(nothing);
  await expect.poll(async () => (await deviceOf(clinic, cast.users.front)).erasedAt).not.toBeNull();
  expect((await deviceOf(clinic, cast.users.biller)).erasedAt).toBeNull();
  expect((await leftOf(page, cast.users.biller)).keys).toBe(1);
});

test('two people share a machine: neither sees the other’s rows or waiting changes, and those go when their owner is back', async ({
  page,
  context,
  clinic,
}) => {
  const device = await makeDevice(clinic);
  try {
    await signIn(page, device, 'biller');
    await expect(pill(page)).toHaveText('Saved');
    await chooseFromMenu(page, 'Switch user');
    await page.waitForURL((url) => url.pathname === '/login');
    await typeEmail(page, 'front@demo.test');
    await typePassword(page);
    await page.waitForURL((url) => url.pathname === '/onDeck');
    await keyIsKept(page);
    await expect(pill(page)).toHaveText('Saved');
    const second = await context.newPage();
    await second.goto(`${device.url}/onDeck`);
    await expect(cardOf(second, today.scheduled)).toBeVisible();
    device.network.cut();
    await context.setOffline(true);
    await checkIn(page, today.scheduled);
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    await chooseFromMenu(page, 'Switch user');
    for (const tab of [page, second]) await tab.waitForURL((url) => url.pathname === '/login');
    await second.close();
    // The key is nowhere in memory: a reload asks again. Without a wish it would lead to the outage's own page.
    await page.goto(`${device.url}/login?returnTo=%2FonDeck`);
    await expect(page.getByRole('heading', { name: 'Who’s signing in?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /Bill Ledgerwood/ }).click();
    await expect(page.getByLabel('Email')).toHaveValue('biller@demo.test');
    await typePassword(page);
    await page.waitForURL((url) => url.pathname === '/onDeck');
    await expect(pill(page)).toHaveText('Offline');
    await expect(page.locator(`[data-visit="${today.scheduled}"][data-stage="scheduled"]`)).toBeVisible();
    device.network.mend();
    await context.setOffline(false);
    // Signed in offline, the biller has no session on the server yet.
    await page.waitForURL((url) => url.pathname === '/login');
    expect(await arrivalsIn(clinic, today.scheduled, 'checkedIn')).toBe(0);
    await page.getByRole('button', { name: /Fern Delacroix/ }).click();
    await typePassword(page);
    await page.waitForURL((url) => url.pathname !== '/login');
    await expect.poll(() => arrivalsIn(clinic, today.scheduled, 'checkedIn')).toBe(1);
  } finally {
    await device.clean();
  }
});

test('the fingerprint of the device opens what it keeps, offline and after the browser was closed', async ({
  page,
  context,
  clinic,
}) => {
  await addFingerprint(context, page);
  await signIn(page, clinic, 'pt');
  await expect(pill(page)).toHaveText('Saved');
  await chooseFromAccount(page, 'Unlock with this device');
  const drawer = page.getByRole('dialog', { name: 'Unlock with this device' });
  await drawer.getByLabel('Your password').fill('not the password');
  await drawer.getByRole('button', { name: 'Add this device' }).click();
  await expect(drawer.getByText('This is not the password this device knows.')).toBeVisible();
  await expectAccessible(page, { within: '[role=dialog]' });
  await drawer.getByLabel('Your password').fill(demoPassword);
  await drawer.getByRole('button', { name: 'Add this device' }).click();
  await expect(page.getByText('You can now unlock with this device.')).toBeVisible();
  await context.setOffline(true);
  await chooseFromMenu(page, 'Switch user');
  await page.waitForURL((url) => url.pathname === '/login');
  await page.goto(`${clinic.url}/login?returnTo=%2FonDeck`);
  await page.getByRole('button', { name: 'Unlock with this device' }).click();
  await page.waitForURL((url) => url.pathname === '/onDeck');
  await expect(page.locator('[data-visit]').first()).toBeVisible();
  await expect(pill(page)).toHaveText('Offline');
});

/** A platform authenticator of the browser's own, with the PRF extension, whose finger is always there. */
async function addFingerprint(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
