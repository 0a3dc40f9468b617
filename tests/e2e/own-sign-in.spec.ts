import { cast } from '../../server/demo/cast.ts';
import { lookEverywhere } from './desk/look.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

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
