import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { appCode } from '../../server/testing/app-code.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { makeDevice, openBrowser } from './devices.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { arrivalsIn } from './visits.ts';

test.describe.configure({ timeout: 240_000 });

const { today } = cast.visits;
const newPassword = 'seven otters under the pier';

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My account', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();
}

async function type(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
}

/** The link of the mail to an address, which is written after the answer; without the administrator who would look it up. */
async function linkTo(clinic: Clinic, address: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const [mail] = await clinic.sql<{ body: string }>(
        `select body from outgoing_mail where "to" = $1 order by at desc limit 1`,
        [address],
      );
      return ([, link = ''] = /(\/account\/link#demo\.\S+)/.exec(mail?.body ?? '') ?? []);
    })
    .not.toEqual([]);
  return clinic.url + link;
}

async function lastMailTo(page: Page, clinic: Pick<Clinic, 'url'>, address: string): Promise<string> {
  await page.goto(`${clinic.url}/company/mail`);
  await expect(page.getByText('are not sent')).toBeVisible();
  await page
    .getByRole('row', { name: new RegExp(address) })
    .first()
    .getByRole('button')
    .click();
  const link = page.getByRole('dialog').getByRole('link');
  return (await link.getAttribute('href')) ?? '';
}

test('a password changed while another device holds changes offline: nothing is lost', async ({
  clinic,
  elsewhere,
}) => {
  const away = await makeDevice(clinic);
  const { context, page: bedside } = await openBrowser(away.profile);
  try {
    await signIn(bedside, away, 'front');
    await expect(pill(bedside)).toHaveText('Saved');
    away.network.cut();
    await context.setOffline(true);
    await bedside
      .locator(`[data-visit="${today.confirmed}"]`)
      .getByRole('button', { name: /^Check in/ })
      .click();
    await expect(pill(bedside)).toContainText('1');

    const office = await elsewhere();
    await signIn(office, clinic, 'front');
    await openAccount(office);
    await expectAccessible(office);
    await office.getByLabel('Current password', { exact: true }).fill(demoPassword);
    await office.getByLabel('New password', { exact: true }).fill('Fern-Delacroix-2026');
    await office.getByRole('button', { name: 'Change password' }).click();
    await expect(office.getByText(/easy to guess/).first()).toBeVisible();
    await expectAccessible(office);
    await office.getByLabel('New password', { exact: true }).fill(newPassword);
    await expect(office.getByText('This password is hard to guess.')).toBeVisible();
    await office.getByRole('button', { name: 'Change password' }).click();
    await expect(office.getByText('Your password is changed.')).toBeVisible();

    // The device where it was changed opens with the new password alone, also without the network.
    await office.context().setOffline(true);
    await office.getByRole('button', { name: /account menu$/ }).click();
    await office.getByRole('menuitem', { name: 'Switch user', exact: true }).click();
    await office.waitForURL((url) => url.pathname === '/login');
    await type(office, demoPassword);
    await expect(office.getByRole('alert')).toContainText('not the password this device knows');
    await type(office, newPassword);
    await office.waitForURL((url) => url.pathname === '/onDeck');

    // The other one is signed out once it is back, and keeps what waits under the former password.
    away.network.mend();
    await context.setOffline(false);
    await bedside.waitForURL((url) => url.pathname === '/login');
    expect(await arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(0);
    await type(bedside, newPassword);
    await bedside.waitForURL((url) => url.pathname === '/onDeck');
    await expect(bedside.getByText(/Your password has changed\. One change was saved/)).toBeVisible();
    await pill(bedside).click();
    await bedside.getByLabel('Old password').fill(demoPassword);
    await expect(bedside.getByText('Nothing is waiting')).toHaveCount(0);
    await bedside.getByRole('button', { name: 'Send it' }).click();
    await expect.poll(() => arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(1);
    await expect(pill(bedside)).toHaveText('Saved');
  } finally {
    await context.close();
    await away.clean();
  }
});

test('the email is confirmed by a link from the mail page', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'pt');
  await openAccount(page);
  await expect(page.getByText('Not confirmed yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(/We sent a link to pt@demo.test/)).toBeVisible();
  const admin = await elsewhere();
  await signIn(admin, clinic, 'admin');
  const link = await lastMailTo(admin, clinic, 'pt@demo.test');
  expect(link).toContain('/account/link#demo.');
  await expectAccessible(admin);
  const reader = await elsewhere();
  await reader.goto(link);
  await expect(reader.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(reader.getByText('Your email is confirmed.')).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await expectAccessible(reader);
  await page.reload();
  await expect(page.getByText(/^Confirmed/)).toBeVisible();
});

test('a second step is set up, asked for, and a recovery code replaces a lost phone', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'biller');
  await openAccount(page);
  const part = page.getByRole('region', { name: 'Two-step sign-in' });
  await part.getByRole('button', { name: 'Set up' }).click();
  await part.getByLabel('Your password').fill(demoPassword);
  await part.getByRole('button', { name: 'Show key' }).click();
  await expect(part.getByRole('img', { name: 'QR code with the key below' })).toBeVisible();
  if (process.env['SHOTS']) await part.screenshot({ path: `${process.env['SHOTS']}/second-step-key.png` });
  const key = (await part.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  await expectAccessible(page);
  await part.getByLabel('Code from the app').fill('000000');
  await part.getByRole('button', { name: 'Turn on' }).click();
  await expect(part.getByText(/This is not the code your app shows now/)).toBeVisible();
  await part.getByLabel('Code from the app').fill(appCode(key));
  await part.getByRole('button', { name: 'Turn on' }).click();
  await expect(part.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await part.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await part.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(part.getByText('10 recovery codes are left.')).toBeVisible();

  const askedAgain = async (code: string) => {
    await page.getByRole('button', { name: /account menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await page.goto(`${clinic.url}/login?returnTo=%2Faccount`);
    await type(page, demoPassword);
    await expect(page.getByLabel('Code')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('Code').fill('not right');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('The code is wrong.');
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  };
  await askedAgain(appCode(key, 1));
  await askedAgain(codes[0] ?? '');
  await expect(part.getByText('9 recovery codes are left.')).toBeVisible();
  await part.getByRole('button', { name: 'Turn off' }).click();
  await part.getByLabel('Your password').fill(demoPassword);
  await part.getByRole('button', { name: 'Turn off' }).click();
  await expect(part.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a forgotten password is replaced through a link from the mail', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await page.goto(`${clinic.url}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Enter your email, such as name@clinic.com.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill('pta@demo.test');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(await linkTo(clinic, 'pta@demo.test'));
  await expect(page.getByLabel('Email')).toHaveValue('pta@demo.test');
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(/at least 15 characters\. This one has 5/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await page.getByLabel('Email').fill('pta@demo.test');
  await type(page, newPassword);
  await page.waitForURL((url) => url.pathname === '/onDeck');
});

test('a person signs out everywhere else; the other place keeps what it holds and asks for the password', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  const other = await elsewhere();
  await signIn(other, clinic, 'biller');
  await signIn(page, clinic, 'biller');
  await openAccount(page);
  const part = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(part.getByText('This session')).toBeVisible();
  await expect(part.getByRole('button', { name: /^Sign out Chrome on Linux/ }).first()).toBeVisible();
  await expectAccessible(page);
  await part.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  await other.waitForURL((url) => url.pathname === '/login');
  await type(other, demoPassword);
  await other.waitForURL((url) => url.pathname === '/onDeck');
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});
