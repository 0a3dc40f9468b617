import type { Page } from '@playwright/test';
import { addDays, showDate } from '../../contract/base/dates.ts';
import { cast } from '../../server/demo/cast.ts';
import { look } from './desk/look.ts';
import { expect, test } from './fixtures.ts';
import { todayAt } from './visits.ts';

test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function openUsers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Company' }).first().click();
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
}

test('an administrator invites someone, who chooses a password and may do what the group gives', async ({
  tabOf,
  clinic,
  browser,
}) => {
  const page = await tabOf('admin');
  await openUsers(page);
  await look(page, 'users');
  await page.getByLabel('Search users').fill('delacroix');
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  await page.getByLabel('Search users').fill('');
  await page.getByRole('button', { name: 'Invite a user' }).click();
  const invite = dialog(page, 'Invite a user');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(invite.getByText('Enter the first name.')).toBeVisible();
  await expect(invite.getByLabel('First name')).toBeFocused();
  await invite.getByLabel('First name').fill('Maria');
  await invite.getByLabel('Last name').fill('Estrada');
  await invite.getByLabel('Email').fill('front@demo.test');
  await invite.getByRole('checkbox', { name: 'Biller' }).check();
  await expect(invite.getByText('Maria will be able to:')).toBeVisible();
  await expect(invite.getByRole('listitem').filter({ hasText: /^reopen visits$/ })).toBeVisible();
  await look(page, 'invitation', '[role=dialog]');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(invite.getByText('Another user already has this email.')).toBeVisible();
  await invite.getByLabel('Email').fill('maria@demo.test');
  await invite.getByRole('switch', { name: 'Treats patients' }).check();
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('heading', { name: 'Maria Estrada' })).toBeVisible();
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();

  const [mail] = await clinic.sql<{ body: string }>(`select body from outgoing_mail where "to" = 'maria@demo.test'`);
  const [, link = ''] = /(\/account\/link#\S+)/.exec(mail?.body ?? '') ?? [];
  const hers = await browser.newContext();
  const desk = await hers.newPage();
  await desk.goto(`${clinic.url}${link}`);
  await desk.getByRole('textbox', { name: 'Your password' }).fill('a harbor of quiet boats');
  await desk.getByRole('button', { name: 'Set password' }).click();
  await expect
    .poll(
      async () =>
        (await clinic.sql(`select 1 from users where "Email" = 'maria@demo.test' and "PasswordHash" <> 'none'`)).length,
    )
    .toBe(1);
  await desk.goto(`${clinic.url}/login`);
  await desk.getByLabel('Email').fill('maria@demo.test');
  await desk.getByLabel('Password', { exact: true }).fill('a harbor of quiet boats');
  await desk.getByRole('button', { name: 'Sign in' }).click();
  await desk.waitForURL((url) => url.pathname === '/onDeck');
  await expect(desk.getByRole('link', { name: 'Importer' }).first()).toBeVisible();

  // The right is taken away while she is at work: her screen follows without a reload.
  await page.reload();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Biller' }).uncheck();
  await page.getByRole('checkbox', { name: 'Front desk' }).check();
  await expect(page.getByText('Maria will no longer:')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^submit claims$/ })).toBeVisible();
  await look(page, 'user');
  await page.getByRole('button', { name: 'Save permissions' }).click();
  await expect(page.getByText('Saved. It applies to Maria from now on.')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Importer' })).toHaveCount(0);

  // Disabled, she is out at once.
  await page.getByRole('button', { name: 'Disable…' }).click();
  await dialog(page, /Disable Maria/)
    .getByRole('button', { name: 'Disable', exact: true })
    .click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await desk.waitForURL((url) => url.pathname === '/login');
  await hers.close();
});

test('a provider record is filled in; without the network nothing pretends to work, and a phone shows it all', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('admin');
  await openUsers(page);
  await page.getByRole('button', { name: 'Sandoval, Ben' }).click();
  await page.getByLabel('NPI').fill('1234567890');
  await expect(page.getByText('The check digit is wrong. Check the number for typos.')).toBeVisible();
  await page.getByLabel('NPI').fill('1234567893');
  await page.getByRole('button', { name: 'Add a time on Monday' }).click();
  await page.getByLabel('Monday from, time 3').fill('16:00');
  await page.getByLabel('Monday to, time 3').fill('18:00');
  await expect(page.getByText('These times overlap.')).toBeVisible();
  await page.getByLabel('Monday from, time 3').fill('17:00');
  await expect(page.getByText('These times overlap.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a state' }).click();
  await page.getByRole('combobox', { name: 'State 1' }).click();
  await page.getByRole('option', { name: 'New Hampshire (NH)' }).click();
  await page.getByLabel('License number 1').fill('PT-4711');
  await page.getByRole('button', { name: 'Add time off' }).click();
  const first = addDays(await todayAt(clinic), 28);
  await page.getByLabel('First day').fill(showDate(first));
  await page.getByLabel('Last day').fill(showDate(addDays(first, 2)));
  await page.getByLabel('Reason').fill('Holidays');
  await look(page, 'provider');
  await page.getByRole('button', { name: 'Save provider record' }).click();
  await expect(page.getByText('The provider record is saved.')).toBeVisible();
  const [row] = await clinic.sql<Record<string, unknown>>(
    `select "NationalProviderId", "LicenseNumbersByState", time_off, jsonb_array_length("Schedule" -> 1) as monday
     from providers where site = 'demo' and "ProviderId" = $1`,
    [cast.providers.ben],
  );
  expect(row).toEqual({
    NationalProviderId: '1234567893',
    LicenseNumbersByState: { NH: 'PT-4711' },
    time_off: [{ Start: `${first}T00:00`, End: `${addDays(first, 3)}T00:00`, Reason: 'Holidays' }],
    monday: 3,
  });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${clinic.url}/company/users`);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await look(page, 'users-phone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  // What is cut off at the edge makes the page no wider.
  const choice = await page.getByRole('radiogroup', { name: 'Users, permission groups or providers' }).boundingBox();
  expect(choice && choice.x + choice.width).toBeLessThanOrEqual(390);
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. You must be online to see or change users')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite a user' })).toBeDisabled();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Invite a user' })).toBeEnabled();
});
