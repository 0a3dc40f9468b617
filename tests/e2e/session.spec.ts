import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, importJWK, SignJWT, type JWK } from 'jose';
import { cast, cast2 } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { expect, keyIsKept, signIn, test, typeEmail } from './fixtures.ts';
import { arrivalsIn, cardOf } from './visits.ts';

const { today } = cast.visits;

async function typeCredentials(page: Page, email: string, password = demoPassword): Promise<void> {
  await typeEmail(page, email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('who is not signed in is led back to where they wanted to go; who signs out leaves no way to it, and takes the dark along', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await page.goto(`${clinic.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  const wanted = `/patients/${cast.patients.rosa}?tab=insurance`;
  await page.goto(clinic.url + wanted);
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe(wanted);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your email, such as name@clinic.com.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  for (const email of ['front@demo.test', 'nobody@demo.test']) {
    await typeCredentials(page, email, 'not the password');
    await expect(page.getByRole('alert').filter({ hasText: 'The email or password is wrong.' })).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  }
  await typeCredentials(page, 'front@demo.test');
  await page.waitForURL(clinic.url + wanted);
  await expect(page.getByRole('tab', { name: 'Insurance', selected: true })).toBeVisible();

  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(scheme).toBe('dark');
  const stored = async () => {
    const [user] = await clinic.sql<{ Preferences: { colorScheme?: string } }>(
      `select "Preferences" from users where site = 'demo' and "UserId" = $1`,
      [cast.users.front],
    );
    return user?.Preferences.colorScheme;
  };
  await expect.poll(stored).toBe('dark');
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.waitForURL(`${clinic.url}/login`);
  // As on a device that knows nothing of it.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect.poll(scheme).toBe('light');
  await typeCredentials(page, 'pt@demo.test');
  await page.waitForURL(`${clinic.url}/onDeck`);
  await signOut(page);
  await page.waitForURL(`${clinic.url}/login`);
  await typeCredentials(page, 'front@demo.test');
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect.poll(scheme).toBe('dark');

  await keyIsKept(page);
  await page.goto(`${clinic.url}/importer`);
  await expect(page).toHaveURL(`${clinic.url}/onDeck`);
  await expect(
    page.getByText('You do not have permission to access the requested area', { exact: true }),
  ).toBeVisible();
  expect(await scheme()).toBe('dark');
});

/** The same token as it will be when its time is over. */
async function expired(clinic: Clinic, token: string): Promise<string> {
  const { sub = '', site, sid, SuperUser } = decodeJwt(token);
  const key = await importJWK(
    JSON.parse(readFileSync(join(clinic.dataDir, 'signing-key.jwk'), 'utf8')) as JWK,
    'EdDSA',
  );
  return new SignJWT({ site, sid, SuperUser })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(sub)
    .setAudience('mainstay-api')
    .setIssuedAt(Math.floor(Date.now() / 1000) - 2_000)
    .setExpirationTime(Math.floor(Date.now() / 1000) - 1_000)
    .sign(key);
}

/** From now on the token in use is expired. While `isCut` says so no call gets through. */
async function expireToken(page: Page, clinic: Clinic, isCut: () => boolean): Promise<void> {
  let former: string | undefined;
  await page.context().route('**/api/**', async (route) => {
    const { authorization } = route.request().headers();
    if (isCut()) return route.abort('internetdisconnected');
    if (route.request().url().endsWith('/session/refresh')) return route.continue();
    former ??= authorization;
    if (!authorization || authorization !== former) return route.continue();
    const token = await expired(clinic, authorization.replace('Bearer ', ''));
    const response = await route.fetch({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } });
    return route.fulfill({ response });
  });
}

test('a session that was ended elsewhere asks to sign in and leads back; what waits is sent then', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  await expect(cardOf(page, today.confirmed)).toBeVisible();
  // Before anything is asked without the network: what is asked earlier could be sent with the token when it is back.
  let isCut = true;
  await expireToken(page, clinic, () => isCut);
  await page.context().setOffline(true);
  await cardOf(page, today.confirmed)
    .getByRole('button', { name: /^Check in/ })
    .click();
  await expect(pill(page)).toHaveText('Offline, 1 waiting');
  await page.context().clearCookies();
  isCut = false;
  await page.context().setOffline(false);
  await page.waitForURL((url) => url.pathname === '/login');
  expect(await arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(0);
  // What is on its way is answered first.
  await page.context().unrouteAll({ behavior: 'wait' });
  await typeCredentials(page, 'front@demo.test');
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect.poll(() => arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(1);
  await expect(pill(page)).toHaveText('Saved');
});

test('a superuser chooses a site and sees that site alone', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'super', '/superuser');
  await expect(page.getByRole('heading', { name: 'Select Site' })).toBeVisible();
  const sites = page.getByRole('table', { name: 'Sites' });
  await sites.getByRole('row').filter({ hasText: 'demo2' }).click();
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect(cardOf(page, cast2.visits.today.confirmed)).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  const shown = await page
    .locator('[data-visit]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-visit')));
  const own = await clinic.sql<{ VisitId: string }>(`select "VisitId" from visits where site = 'demo2'`);
  const ids = new Set(own.map((row) => row.VisitId));
  expect(shown.filter((id) => !ids.has(id ?? ''))).toEqual([]);
  await page.goto(`${clinic.url}/patients/${cast.patients.rosa}`);
  await expect(page.getByText('This chart could not be opened')).toBeVisible();
  const [ada] = await clinic.sql<{ LastName: string }>(`select "LastName" from patients where "PatientId" = $1`, [
    cast2.patients.ada,
  ]);
  const [rosa] = await clinic.sql<{ LastName: string; FirstName: string }>(
    `select * from patients where "PatientId" = $1`,
    [cast.patients.rosa],
  );
  const box = page.getByRole('searchbox', { name: 'Search patients' });
  await box.fill(ada?.LastName ?? '');
  await expect(page.locator(`a[href="/patients/${cast2.patients.ada}"]`)).toBeVisible();
  await box.fill(`${rosa?.LastName} ${rosa?.FirstName}`);
  await expect(page.getByText('No one with that name')).toBeVisible();
});
