import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { appCode } from '../../server/testing/app-code.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { lookEverywhere } from './desk/look.ts';
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

test('a person confirms their email, changes their name, shares their visits, sets a second step up and signs out everywhere else', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await signIn(page, clinic, 'pt');
  await openAccount(page);

  await test.step('the email is confirmed by the link of a mail, once', async () => {
    await expect(page.getByText('Not confirmed yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(/We sent a link to pt@demo.test/)).toBeVisible();
    await page.goto(await linkTo(clinic, 'pt@demo.test'));
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${clinic.url}/account`);
    await expect(page.getByText(/^Confirmed/)).toBeVisible();
  });

  await test.step('the name', async () => {
    const part = page.getByRole('region', { name: 'Name' });
    await expect(part.getByRole('button', { name: 'Save name' })).toBeDisabled();
    await part.getByLabel('First name').fill(' ');
    await part.getByRole('button', { name: 'Save name' }).click();
    await expect(part.getByText('Enter your first name.')).toBeVisible();
    await expect(part.getByLabel('First name')).toBeFocused();
    await part.getByLabel('First name').fill('Mayra');
    await part.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Your name is changed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mayra Okafor, account menu' })).toBeVisible();
  });

  await test.step('own visits at a secret address: made, shown once, renewed and ended', async () => {
    const part = page.getByRole('region', { name: 'Your visits in another calendar' });
    const address = part.locator('[data-feed-url]');
    await part.getByRole('button', { name: 'Create a link' }).click();
    await expect(address).toHaveText(/\/api\/feeds\/demo\/[\w-]{43}\.ics$/);
    await lookEverywhere(page, 'account');
    const read = async (url: string) => page.request.get(`${clinic.url}${new URL(url).pathname}`);
    const first = (await address.textContent()) ?? '';
    const reply = await read(first);
    expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(await reply.text()).toMatch(
      /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*BEGIN:VEVENT\r\n[\s\S]*END:VCALENDAR\r\n$/,
    );
    await page.reload();
    await expect(part.getByText(/last read/)).toBeVisible();
    await expect(address).toHaveCount(0);
    await part.getByRole('button', { name: 'Create a new link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new link' }).click();
    await expect(address).toBeVisible();
    const second = (await address.textContent()) ?? '';
    expect(second).not.toBe(first);
    expect([(await read(first)).status(), (await read(second)).status()]).toEqual([404, 200]);
    await part.getByRole('button', { name: 'Turn off link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off link' }).click();
    await expect(part.getByRole('button', { name: 'Create a link' })).toBeVisible();
    expect((await read(second)).status()).toBe(404);
  });

  await test.step('a second step is set up, asked for, and a recovery code replaces a lost phone', async () => {
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
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(part.getByText('9 recovery codes are left.')).toBeVisible();
    await part.getByRole('button', { name: 'Turn off' }).click();
    await part.getByLabel('Your password').fill(demoPassword);
    await part.getByRole('button', { name: 'Turn off' }).click();
    await expect(part.getByRole('button', { name: 'Set up' })).toBeVisible();
  });

  await test.step('another place where they are signed in is signed out', async () => {
    const agent = await page.evaluate(() => navigator.userAgent);
    const other = await fetch(`${clinic.url}/api/session/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ email: 'pt@demo.test', password: demoPassword }),
    });
    const { token } = (await other.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
    const answer = async () => (await fetch(`${clinic.url}/api/account`, { headers })).status;
    expect(await answer()).toBe(200);
    await page.reload();
    const part = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(part.getByText('This session')).toBeVisible();
    await expect(part.getByRole('button', { name: /^Sign out Chrome on Linux/ }).first()).toBeVisible();
    await part.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(part.getByRole('listitem')).toHaveCount(1);
    expect(await answer()).toBe(401);
  });
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

test('an administrator keeps the addresses people may come from, cannot shut themselves out, and takes a lost phone out of a sign-in', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('admin');
  await page.goto(`${clinic.url}/company/settings`);
  const part = page.getByRole('region', { name: 'Allowed addresses' });
  const save = part.getByRole('button', { name: 'Save addresses' });
  await expect(part.getByText(/Your address is/)).toBeVisible();
  await expect(save).toBeDisabled();
  await part.getByRole('button', { name: 'Add an address' }).click();
  await expect(part.getByLabel('Address or range 1')).toBeFocused();
  await part.getByLabel('Address or range 1').fill('the office');
  await save.click();
  await expect(part.getByRole('alert')).toContainText('is not an address or a range');
  await part.getByLabel('Address or range 1').fill('192.0.2.0/24');
  await part.getByLabel('Note on address 1').fill('Main office');
  await save.click();
  await expect(part.getByRole('alert')).toContainText('This list would lock you out. Your address is');
  await part.scrollIntoViewIfNeeded();
  await lookEverywhere(page, 'addresses');
  await part.getByRole('button', { name: 'Add your address' }).click();
  await part.getByLabel('Note on address 2').fill('This machine');
  await save.click();
  await expect(page.getByText('The allowed addresses are saved.')).toBeVisible();
  await page.reload();
  await expect(part.getByLabel('Note on address 1')).toHaveValue('Main office');
  // Someone else changes the list in between.
  await clinic.sql(`update sites set settings = settings - 'allowed_addresses' where site = 'demo'`);
  await part.getByRole('button', { name: 'Remove 192.0.2.0/24' }).click();
  await save.click();
  await expect(part.getByText(/Someone else changed this list after you opened it/)).toBeVisible();
  await part.getByRole('button', { name: 'Show current version' }).click();
  await expect(part.getByLabel('Address or range 1')).toHaveCount(0);

  const { biller } = cast.users;
  await clinic.sql(
    `insert into second_factors (site, "UserId", "sealedKey", "confirmedAt") values ('demo', $1, 'x', now())`,
    [biller],
  );
  await page.goto(`${clinic.url}/company/users/${biller}`);
  await page.getByRole('button', { name: 'Reset two-step sign-in…' }).click();
  const asked = page.getByRole('dialog', { name: 'Reset Bill’s two-step sign-in?' });
  await expect(asked).toContainText('Make sure that Bill is asking.');
  await lookEverywhere(page, 'second-step');
  await asked.getByRole('button', { name: 'Reset sign-in' }).click();
  await expect(page.getByText('Bill now signs in with the password alone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset two-step sign-in…' })).toHaveCount(0);
  await page.goto(`${clinic.url}/company/mail`);
  await expect(page.getByRole('row', { name: /biller@demo.test/ }).first()).toContainText(
    'two-step sign-in was turned off',
  );
});
