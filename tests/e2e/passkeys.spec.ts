import type { CDPSession, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { expect, expectAccessible, keyIsKept, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

type Machine = { cdp: CDPSession; authenticatorId: string };

/** An authenticator of Chromium's own that says yes to everything; with secrets of the PRF extension, if told. */
async function authenticatorOf(page: Page, { hasPrf = true } = {}): Promise<Machine> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf,
    },
  });
  return { cdp, authenticatorId };
}

/** The same passkey on another machine, as synced passkeys are; the secret behind it is not copied. */
async function copyTo(from: Machine, to: Machine): Promise<void> {
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  for (const credential of credentials)
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
}

const shots = process.env['SHOTS'];
/** Both themes and both widths, for looking at; the checks are elsewhere. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

const part = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My account', exact: true }).click();
  await expect(part(page).getByRole('button', { name: 'Add a passkey' })).toBeVisible();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await openAccount(page);
  await part(page).getByRole('button', { name: 'Add a passkey' }).click();
  await part(page).getByLabel('Your password').fill(demoPassword);
  await part(page).getByRole('button', { name: 'Continue' }).click();
  await expect(part(page).getByLabel('Name of the passkey')).toHaveValue('Chrome on Linux');
  await part(page).getByLabel('Name of the passkey').fill(name);
  await part(page).getByRole('button', { name: 'Save name' }).click();
  await expect(part(page).getByRole('listitem')).toContainText(name);
}

async function leave(page: Page, word = 'Sign out'): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: word, exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/login');
}

const isIn = (page: Page) => page.waitForURL((url) => url.pathname !== '/login');
const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click();

async function actions(clinic: Clinic, UserId: string): Promise<string[]> {
  const rows = await clinic.sql<{ action: string }>(`select action from audit_entry where "UserId" = $1 order by id`, [
    UserId,
  ]);
  return rows.map((row) => row.action);
}

test('a passkey is added, signs in here after the password once, unlocks offline, and opens a new device alone', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  const machine = await authenticatorOf(page);
  await signIn(page, clinic, 'pt');
  await addPasskey(page, 'Laptop');
  await part(page).getByRole('button', { name: 'Remove Laptop' }).click();
  await part(page).scrollIntoViewIfNeeded();
  await shoot(page, 'passkeys');
  await expectAccessible(page);
  await part(page).getByRole('button', { name: 'Cancel' }).click();

  // What this device keeps opens with the password so far.
  await leave(page);
  await expectAccessible(page);
  await usePasskey(page);
  await expect(page.getByText(/Your passkey is right\. Enter your password too/)).toBeVisible();
  await shoot(page, 'login-passkey');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(page);
  await leave(page);
  await usePasskey(page);
  await isIn(page);
  await keyIsKept(page);
  await expect(pill(page)).toHaveText('Saved');

  await page.context().setOffline(true);
  await leave(page, 'Switch user');
  await page.goto(`${clinic.url}/login?returnTo=%2FonDeck`);
  await page.getByRole('button', { name: 'Unlock with this device' }).click();
  await isIn(page);
  await page.context().setOffline(false);

  // As on a new device, with the same passkey.
  await page.goto('about:blank');
  await machine.cdp.send('Storage.clearDataForOrigin', { origin: clinic.url, storageTypes: 'all' });
  await page.goto(`${clinic.url}/login`);
  await expect(page.getByLabel('Email')).toHaveValue('');
  await usePasskey(page);
  await isIn(page);
  await keyIsKept(page);
  await expect(pill(page)).toHaveText('Saved');
  await expect(page.locator(`[data-visit="${cast.visits.today.confirmed}"]`)).toBeVisible();
  // No password was ever typed here: signing in with it shows the passkey once more, and then both open.
  await leave(page);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(page);
  // Shown anew it proves who removes it; removed it opens nothing.
  await openAccount(page);
  await part(page).getByRole('button', { name: 'Remove Laptop' }).click();
  await part(page).getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(part(page).getByText(/None yet/)).toBeVisible();
  await page.context().setOffline(true);
  await leave(page, 'Switch user');
  await page.goto(`${clinic.url}/login?returnTo=%2FonDeck`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
  await isIn(page);
  await page.context().setOffline(false);
  // Signed out on the server: it asks again.
  await page.waitForURL((url) => url.pathname === '/login');
  await usePasskey(page);
  await expect(page.getByRole('alert').filter({ hasText: 'This passkey doesn’t work here.' })).toBeVisible();
  await expectAccessible(page);
  const deeds = ['passkey added', 'login', 'keys', 'passkey removed'];
  expect(await actions(clinic, cast.users.pt)).toEqual(expect.arrayContaining(deeds));
});

test('a browser that makes no secrets of passkeys asks for the password, and keeps nothing until it has it', async ({
  browser,
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  const machine = await authenticatorOf(page);
  await signIn(page, clinic, 'biller');
  await addPasskey(page, 'Phone');
  const plain = await (await browser.newContext()).newPage();
  await copyTo(machine, await authenticatorOf(plain, { hasPrf: false }));
  await plain.goto(`${clinic.url}/login`);
  await usePasskey(plain);
  await expect(plain.getByText(/so it will ask each time/)).toBeVisible();
  await expect(plain.getByLabel('Email')).toHaveValue('biller@demo.test');
  const kept = await plain.evaluate(async () => (await indexedDB.databases()).map((one) => one.name));
  expect(kept.filter((name) => name?.includes('biller') || name?.startsWith('mainstay-demo'))).toEqual([]);
  await plain.getByLabel('Password', { exact: true }).fill(demoPassword);
  await plain.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(plain);
  await plain.context().close();
});
