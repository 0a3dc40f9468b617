import { expect, test as base, type Page } from '@playwright/test';
import { openIdProvider, type TestProvider } from '#server/testing/openid-provider.ts';
import { demoPassword, makeClinic, type Clinic } from '../clinic.ts';
import { lookEverywhere } from './desk/look.ts';
import { keyIsKept, launchOptions, signIn, typeEmail } from './fixtures.ts';
import { machinesAt, type Machines } from './machines.ts';

type Parts = { house: { clinic: Clinic; provider: TestProvider; machines: Machines } };

/** A clinic whose own calls may go to this machine, and a provider there that knows it. */
const test = base.extend<object, Parts>({
  launchOptions: [launchOptions, { scope: 'worker' }],
  house: [
    async ({ browser }, use) => {
      const clinic = await makeClinic({ OUTGOING_TO_LOOPBACK: '1' }, 'copied');
      await clinic.start();
      const provider = await openIdProvider([`${clinic.url}/login/sso/demo`]);
      await use({ clinic, provider, machines: machinesAt(browser, [clinic.url]) });
      await provider.stop();
      await clinic.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** On a machine that knows the app and nobody. */
  page: async ({ house: { machines } }, use) => {
    const machine = await machines.take();
    await use(await machine.newPage());
    await machines.giveBack(machine);
  },
});

test.describe.configure({ mode: 'serial', timeout: 150_000 });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
}

test('an administrator sets the provider up, tries whether it answers and gives the directory a token; a superuser confirms the domain', async ({
  page,
  house,
}) => {
  const { clinic, provider } = house;
  await signIn(page, clinic, 'admin');
  await page.goto(`${clinic.url}/company/signIn`);
  await expect(page.getByText(`${clinic.url}/login/sso/demo`)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter the issuer.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Riverside');
  await page.getByLabel('Issuer').fill('http://localhost:1');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('No answer')).toBeVisible();
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Answers', { exact: true })).toBeVisible();
  await page.getByLabel('Client ID').fill(provider.clientId);
  await page.getByRole('textbox', { name: 'Client secret' }).fill(provider.clientSecret);
  await page.getByLabel('Email domains').fill('demo.test');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Riverside');
  await expect(page.getByRole('textbox', { name: 'Client secret' })).toHaveValue('');
  await expect(page.getByText('A superuser confirms domains by saving this page')).toBeVisible();
  await lookEverywhere(page, 'sign-in-settings');

  await test.step('the directory gets a token, which is shown once and writes users until it is revoked', async () => {
    const part = page.getByRole('region', { name: 'Directory' });
    await expect(part.getByText('No directory tokens yet.')).toBeVisible();
    await part.getByRole('button', { name: 'Create token' }).click();
    await expect(part.getByText('Enter a name for the directory.')).toBeVisible();
    await part.getByLabel('Name of the directory').fill('Company directory');
    await part.getByRole('button', { name: 'Create token' }).click();
    await expect(part.getByRole('heading', { name: 'The new token' })).toBeFocused();
    const token = (await part.locator('code').last().textContent()) ?? '';
    await lookEverywhere(page, 'directory-token');
    const write = () =>
      page.request.post(`${clinic.url}/api/scim/v2/Users`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        data: { userName: 'ada@demo.test', name: { givenName: 'Ada', familyName: 'Ofori' }, active: true },
      });
    expect((await write()).status()).toBe(201);
    await part.getByRole('button', { name: 'I saved the token' }).click();
    await expect(page.getByText(token)).toHaveCount(0);
    await page.goto(`${clinic.url}/company/users`);
    await expect(page.getByRole('button', { name: /Ofori/ }).first()).toBeVisible();
    await page.goto(`${clinic.url}/company/signIn`);
    await expect(part.getByText('Last used')).toBeVisible();
    await part.getByRole('button', { name: 'Revoke the token of Company directory' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(part.getByText('No directory tokens yet.')).toBeVisible();
    expect((await write()).status()).toBe(401);
  });

  // No one is sent to the provider before a superuser has confirmed the domain.
  await signOut(page);
  await signIn(page, clinic, 'super', '/superuser');
  await page.goto(`${clinic.url}/company/signIn`);
  const waiting = page.getByText('Not confirmed', { exact: true });
  await expect(waiting).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('a person comes in through the provider, to where they were going, and again on the same device; a stranger is told so', async ({
  page,
  house,
}) => {
  const { clinic, provider } = house;
  provider.becomes({ subject: 'front-1', email: 'front@demo.test', email_verified: true });
  await page.goto(`${clinic.url}/patients`);
  await page.waitForURL(/\/login\?returnTo/);
  const way = page.getByRole('button', { name: 'Sign in with Riverside' });
  await expect(way).toHaveCount(0);
  await typeEmail(page, 'front@demo.test');
  await expect(way).toBeVisible();
  await lookEverywhere(page, 'login-with-way');
  await way.click();
  await page.waitForURL((url) => url.pathname === '/patients');
  await expect(page.getByRole('heading', { name: 'Patients' })).toBeVisible();
  expect(page.url()).not.toContain('code=');
  await keyIsKept(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Patients' })).toBeVisible();

  await signOut(page);
  await typeEmail(page, 'front@demo.test');
  await way.click();
  await page.waitForURL((url) => url.pathname === '/onDeck');
  await expect(page.getByText('Your password has changed')).toHaveCount(0);

  await signOut(page);
  // The provider remembers who signed in there last.
  await page.context().clearCookies();
  provider.becomes({ subject: 'stranger', email: 'stranger@demo.test', email_verified: true });
  await typeEmail(page, 'stranger@demo.test');
  await way.click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByText('Single sign-on did not work.')).toBeVisible();
  expect(page.url()).toBe(`${clinic.url}/login/sso/demo`);
  await lookEverywhere(page, 'not-signed-in');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('who used a password on this device opens it with that once, and never again', async ({ page, house }) => {
  const { clinic, provider } = house;
  provider.becomes({ subject: 'pt-1', email: 'pt@demo.test', email_verified: true });
  await signIn(page, clinic, 'pt');
  await page.context().clearCookies();
  const leave = async () => {
    await page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    });
    await page.goto(`${clinic.url}/login`);
  };
  await leave();
  await typeEmail(page, 'pt@demo.test');
  await page.getByRole('button', { name: 'Sign in with Riverside' }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await lookEverywhere(page, 'one-more-step');
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('This is not the password this device knows.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/onDeck');
  await page.context().clearCookies();
  await leave();
  await typeEmail(page, 'pt@demo.test');
  await page.getByRole('button', { name: 'Sign in with Riverside' }).click();
  await page.waitForURL((url) => url.pathname === '/onDeck');
});
