import { cast } from '../../server/demo/cast.ts';
import { lookEverywhere } from './desk/look.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

test('an administrator keeps the addresses people may come from, and cannot shut themselves out', async ({
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
});

test('a lost phone is taken out of a sign-in, which ends, and its owner is told', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  const { biller } = cast.users;
  const theirs = await elsewhere();
  await signIn(theirs, clinic, 'biller');
  await clinic.sql(
    `insert into second_factors (site, "UserId", "sealedKey", "confirmedAt") values ('demo', $1, 'x', now())`,
    [biller],
  );
  await signIn(page, clinic, 'admin');
  await page.goto(`${clinic.url}/company/users/${biller}`);
  await page.getByRole('button', { name: 'Reset two-step sign-in…' }).click();
  const asked = page.getByRole('dialog', { name: 'Reset Bill’s two-step sign-in?' });
  await expect(asked).toContainText('Make sure that Bill is asking.');
  await lookEverywhere(page, 'second-step');
  await asked.getByRole('button', { name: 'Reset sign-in' }).click();
  await expect(page.getByText('Bill now signs in with the password alone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset two-step sign-in…' })).toHaveCount(0);
  await theirs.waitForURL((url) => url.pathname === '/login');
  await page.goto(`${clinic.url}/company/mail`);
  await expect(page.getByRole('row', { name: /biller@demo.test/ }).first()).toContainText(
    'two-step sign-in was turned off',
  );
});

test('a person changes their own name', async ({ tabOf }) => {
  const page = await tabOf('front');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My account', exact: true }).click();
  const part = page.getByRole('region', { name: 'Name' });
  await expect(part.getByRole('button', { name: 'Save name' })).toBeDisabled();
  await part.getByLabel('First name').fill(' ');
  await part.getByRole('button', { name: 'Save name' }).click();
  await expect(part.getByText('Enter your first name.')).toBeVisible();
  await expect(part.getByLabel('First name')).toBeFocused();
  await lookEverywhere(page, 'account');
  await part.getByLabel('First name').fill('Fernanda');
  await part.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Your name is changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fernanda Delacroix, account menu' })).toBeVisible();
});
