import type { BrowserContext, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { makeDevice, openBrowser } from './devices.ts';
import { expect, expectAccessible, keyIsKept, signIn, test, typeEmail } from './fixtures.ts';
import { arrivalsIn, cardOf, checkIn } from './visits.ts';

const { today } = cast.visits;
const hour = 3_600_000;

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
  const audit = await clinic.sql<{ action: string }>(
    `select action from audit_entry where entity = 'devices' and pk = $1 order by id`,
    [(await deviceOf(clinic, cast.users.front)).DeviceId],
  );
  expect(audit.map((row) => row.action)).toEqual(['keys', 'sign out and erase', 'erased']);
  // Signing in again starts anew, as another device.
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  await expect(page.getByText('signed out and erased this device')).toHaveCount(0);
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

test('a locked device erases itself within a minute, and no one types a password; what another person keeps there stays', async ({
  page,
  clinic,
}) => {
  await page.clock.install();
  await signInHeard(page, clinic, 'biller');
  await chooseFromMenu(page, 'Switch user');
  await page.waitForURL((url) => url.pathname === '/login');
  const watching = page.waitForResponse(/\/watchdogs-[^/]*\.js$/);
  const DeviceId = await signInHeard(page, clinic, 'front');
  await watching;
  // The watch begins some time after its code has come.
  await expect(async () => {
    await page.clock.fastForward(41 * 60_000);
    await expect(page.getByText('Locked after 40 minutes without activity.')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Fern Delacroix' })).toBeVisible();
  await orderErasure(clinic, DeviceId);
  await page.clock.fastForward(61_000);
  await expect(erasedByAdele(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Fern Delacroix')).toHaveCount(0);
  await expect.poll(() => leftOf(page, cast.users.front)).toEqual(nothing);
  await expect.poll(async () => (await deviceOf(clinic, cast.users.front)).erasedAt).not.toBeNull();
  expect((await deviceOf(clinic, cast.users.biller)).erasedAt).toBeNull();
  expect((await leftOf(page, cast.users.biller)).keys).toBe(1);
  await page.context().setOffline(true);
  await typeEmail(page, 'biller@demo.test');
  await typePassword(page);
  await page.waitForURL((url) => url.pathname !== '/login');
});

test('a signed-out device erases itself when the network is back', async ({ elsewhere, clinic }) => {
  const page = await elsewhere();
  const DeviceId = await signInHeard(page, clinic, 'front');
  await chooseFromMenu(page, 'Sign out');
  await page.waitForURL((url) => url.pathname === '/login');
  await page.context().setOffline(true);
  await orderErasure(clinic, DeviceId);
  expect((await leftOf(page, cast.users.front)).keys).toBe(1);
  await page.context().setOffline(false);
  await expect(erasedByAdele(page)).toBeVisible();
  await expect.poll(() => leftOf(page, cast.users.front)).toEqual(nothing);
});

test('a device that was closed for days erases itself when it is opened, before anyone types', async ({ clinic }) => {
  const device = await makeDevice(clinic);
  let { context, page } = await openBrowser(device.profile);
  try {
    const DeviceId = await signInHeard(page, device, 'pta');
    await context.close();
    await orderErasure(clinic, DeviceId);
    ({ context, page } = await openBrowser(device.profile));
    await page.goto(`${device.url}/login`);
    await expect(erasedByAdele(page)).toBeVisible();
    await expect.poll(() => leftOf(page, cast.users.pta)).toEqual(nothing);
    await expect.poll(async () => (await deviceOf(clinic, cast.users.pta)).erasedAt).not.toBeNull();
  } finally {
    await context.close().catch(() => undefined);
    await device.clean();
  }
});

test('a device that cannot ask erases itself at its first contact, before anything is shown', async ({ clinic }) => {
  const device = await makeDevice(clinic);
  let { context, page } = await openBrowser(device.profile);
  try {
    const DeviceId = await signInHeard(page, device, 'pta');
    await context.close();
    // Its app was of before devices could ask.
    await clinic.sql(`update devices set "askHash" = null where "DeviceId" = $1`, [DeviceId]);
    await orderErasure(clinic, DeviceId);
    ({ context, page } = await openBrowser(device.profile));
    await page.goto(`${device.url}/login`);
    await expect(page.getByLabel('Email')).toHaveValue('pta@demo.test');
    await typePassword(page);
    await expect(page.getByRole('alert')).toContainText('Your clinic erased this device’s data');
    expect(await leftOf(page, cast.users.pta)).toEqual(nothing);
    await expect.poll(async () => (await deviceOf(clinic, cast.users.pta)).erasedAt).not.toBeNull();
    await typeEmail(page, 'pta@demo.test');
    await typePassword(page);
    await page.waitForURL((url) => url.pathname === '/onDeck');
    await expect(pill(page)).toHaveText('Saved');
  } finally {
    await context.close().catch(() => undefined);
    await device.clean();
  }
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

/** As if so many hours had passed since the server last confirmed this person, or the clock had once been ahead. */
function ageProof(page: Page, UserId: string, hours: { proved: number; seen: number }): Promise<void> {
  return page.evaluate(
    ({ id, provedAt, seenAt }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('mainstay-keyring');
        opening.onerror = () => reject(new Error('no keyring'));
        opening.onsuccess = () => {
          const change = opening.result.transaction('users', 'readwrite');
          const users = change.objectStore('users');
          const reading = users.getAll();
          reading.onsuccess = () => {
            const user = (reading.result as { UserId: string }[]).find((one) => one.UserId === id);
            users.put({ ...user, provedAt, seenAt });
          };
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { id: UserId, provedAt: Date.now() - hours.proved * hour, seenAt: Date.now() - hours.seen * hour },
  );
}

test('72 hours after the last online proof it locks, open or after a reload, and says why; the clock set back does not help', async ({
  page,
  context,
  clinic,
}) => {
  const device = await makeDevice(clinic);
  const look = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const reason = page.getByRole('status').filter({ hasText: 'more than 72 hours' });
  try {
    await signIn(page, device, 'front');
    await expect(pill(page)).toHaveText('Saved');
    device.network.cut();
    await context.setOffline(true);
    await checkIn(page, today.confirmed);
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    await ageProof(page, cast.users.front, { proved: 71, seen: 71 });
    await look();
    await page.reload();
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    // After a reload with the key still in the memory of the service worker.
    await ageProof(page, cast.users.front, { proved: 73, seen: 71 });
    await page.reload();
    await page.waitForURL((url) => url.pathname === '/login');
    await expect(reason).toBeVisible();
    await typePassword(page);
    await expect(page.getByRole('alert')).toContainText('more than 72 hours');
    await ageProof(page, cast.users.front, { proved: 10, seen: -1 });
    await typePassword(page);
    await expect(page.getByRole('alert')).toContainText('This device’s clock was set back');
    device.network.mend();
    await context.setOffline(false);
    await typePassword(page);
    await page.waitForURL((url) => url.pathname !== '/login');
    await expect.poll(() => arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(1);
    // While it is open.
    await page.goto(`${device.url}/onDeck`);
    await expect(pill(page)).toHaveText('Saved');
    device.network.cut();
    await context.setOffline(true);
    await expect(pill(page)).toHaveText('Offline');
    await ageProof(page, cast.users.front, { proved: 73, seen: 73 });
    await look();
    await page.waitForURL((url) => url.pathname === '/login');
    await expect(reason).toBeVisible();
  } finally {
    await device.clean();
  }
});

test('the fingerprint of the device opens what it keeps, offline and after the browser was closed', async ({
  page,
  context,
  clinic,
}) => {
  const device = await makeDevice(clinic);
  try {
    await addFingerprint(context, page);
    await signIn(page, device, 'pt');
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
    device.network.cut();
    await context.setOffline(true);
    await chooseFromMenu(page, 'Switch user');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.goto(`${device.url}/login?returnTo=%2FonDeck`);
    await page.getByRole('button', { name: 'Unlock with this device' }).click();
    await page.waitForURL((url) => url.pathname === '/onDeck');
    await expect(page.locator('[data-visit]').first()).toBeVisible();
    await expect(pill(page)).toHaveText('Offline');

    // The password is replaced elsewhere and the former one forgotten: the finger opens what was saved before.
    await cardOf(page, today.inProgress).getByRole('link').click();
    const plan = page.getByRole('textbox', { name: 'Plan', exact: true });
    await plan.fill('Saved before the password was forgotten.');
    await plan.blur();
    await expect(pill(page)).toContainText('1');
    const changed = await changePasswordElsewhere(clinic, 'pt@demo.test', 'seven otters under the pier');
    expect(changed).toBe(200);
    device.network.mend();
    await context.setOffline(false);
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByLabel('Password', { exact: true }).fill('seven otters under the pier');
    await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    await pill(page).click();
    const changes = page.getByRole('dialog', { name: 'Sync status' });
    await expect(changes.getByText('or this device’s lock opens it')).toBeVisible();
    await expectAccessible(page, { within: '[role=dialog]' });
    expect(await planOf(clinic, today.inProgress)).not.toContain('forgotten');
    await changes.getByRole('button', { name: 'Use fingerprint, face or PIN' }).click();
    await expect.poll(() => planOf(clinic, today.inProgress)).toContain('Saved before the password was forgotten.');
    await expect(pill(page)).toHaveText('Saved');
  } finally {
    await device.clean();
  }
});

async function planOf(clinic: Clinic, VisitId: string): Promise<string> {
  const [note] = await clinic.sql<{ Plan: string }>(
    `select "Sections" ->> 'Plan' as "Plan" from visit_notes where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  return note?.Plan ?? '';
}

/** Another machine of the same person; the status of the answer. */
async function changePasswordElsewhere(clinic: Clinic, email: string, next: string): Promise<number> {
  const post = (path: string, body: unknown, token?: string) =>
    fetch(`${clinic.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}`, 'x-site-key': 'demo' }),
      },
      body: JSON.stringify(body),
    });
  const session = await post('/session/login', { email, password: demoPassword });
  const { token } = (await session.json()) as { token: string };
  return (await post('/account/password', { current: demoPassword, next }, token)).status;
}

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
