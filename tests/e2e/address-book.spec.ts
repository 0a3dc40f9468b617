import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoId } from '../../server/demo/ids.ts';
import { lookEverywhere } from './desk/look.ts';
import { goByKeys } from './desk/page.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const tableOf = (page: Page, name: string) => page.getByRole('table', { name });

async function openBook(page: Page, tab?: string): Promise<void> {
  await goByKeys(page, 'a', page.getByRole('tab', { name: 'Referring providers', exact: true }));
  await expect(page).toHaveURL(/\/addressBook\/referringProvider$/);
  if (tab === undefined) return;
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true');
}

test('a front desk enters who sends patients, is told of wrong and taken NPIs and names, and merges an entry', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await openBook(page);
  const table = tableOf(page, 'Referring providers');
  await expect(table.getByRole('button', { name: 'Vance, Eleanor' })).toBeVisible();
  await lookEverywhere(page, 'referring');

  await page.keyboard.press('n');
  const form = drawer(page, 'New referring provider');
  const add = form.getByRole('button', { name: 'Add referring provider' });
  await add.click();
  await expect(form.getByText('Enter the first name.')).toBeVisible();
  await expect(form.getByLabel('First name')).toBeFocused();
  await form.getByLabel('First name').fill('Ida');
  await form.getByLabel('Last name').fill('Thornquist');
  await form.getByLabel('NPI').fill('1234567890');
  await add.click();
  await expect(form.getByText(/This is not a valid NPI/)).toBeVisible();
  const [vance] = await clinic.sql<{ npi: string }>(
    `select "NationalProviderId" as npi from referring_providers where site = 'demo' and "LastName" = 'Vance'`,
  );
  await form.getByLabel('NPI').fill(vance?.npi ?? '');
  await add.click();
  await expect(form.getByLabel('NPI')).toHaveAccessibleDescription(/^Vance, Eleanor already has this NPI/);
  await expect(form.getByRole('button', { name: 'Open Vance, Eleanor' })).toBeVisible();
  await lookEverywhere(page, 'referring-refused');
  await form.getByLabel('NPI').fill('1234567893');
  await form.getByLabel('Fax').fill('617 555 0198');
  await add.click();
  await expect(form).toHaveCount(0);
  await expect(table.getByRole('row', { name: /Thornquist, Ida/ })).toContainText('(617) 555-0198');

  await page.getByRole('button', { name: 'New referring provider' }).click();
  await form.getByLabel('First name').fill('Mar Cus');
  await form.getByLabel('Last name').fill('Trelawney');
  await form.getByLabel('Practice').fill('Harbor Family Medicine');
  await add.click();
  await expect(form.getByLabel('Last name')).toHaveAccessibleDescription(/is already in the address book/);
  await form.getByRole('button', { name: 'This is another person' }).click();
  await expect(form).toHaveCount(0);
  await page.getByLabel('Possible duplicates (2)').check();
  await expect(table.getByRole('row')).toHaveCount(3);
  await table.getByRole('button', { name: 'Trelawney, Mar Cus' }).click();
  const doubtful = drawer(page, 'Trelawney, Mar Cus');
  await expect(doubtful.getByText(/This may be a duplicate of Trelawney, Marcus/)).toBeVisible();
  const gone = page.url();
  await doubtful.getByRole('button', { name: 'Merge a duplicate…' }).click();
  const question = drawer(page, /^Merge Trelawney, Mar Cus/);
  await expect(question.getByRole('combobox', { name: 'Entry to keep' })).toHaveValue(/Trelawney, Marcus · NPI/);
  await lookEverywhere(page, 'referring-merge');
  await question.getByRole('button', { name: 'Merge' }).click();
  const stays = drawer(page, 'Trelawney, Marcus');
  await expect(stays.getByLabel('Practice')).toHaveValue('Harbor Family Medicine');
  await lookEverywhere(page, 'referring-one');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(/Possible duplicates/)).toHaveCount(0);
  await expect(table.getByRole('button', { name: 'Vance, Eleanor' })).toBeVisible();
  // A link of before leads to the one that stays.
  await page.goto(gone);
  await expect(page).toHaveURL(new RegExp(demoId('demo', 'referring', 'Trelawney')));
  await expect(drawer(page, 'Trelawney, Marcus')).toBeVisible();
});

test('an administrator enters a payer, sets rules from a day on, and the defaults of the site', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('admin');
  await openBook(page, 'Payers');
  await lookEverywhere(page, 'payers');
  await page.getByRole('button', { name: 'New payer' }).click();
  const entry = drawer(page, 'New payer');
  await entry.getByLabel('Name', { exact: true }).fill('Prairie Health');
  await entry.getByLabel('Electronic payer ID').fill('PRA01');
  await entry.getByRole('button', { name: 'Add a contact' }).click();
  await expect(entry.getByRole('group', { name: 'Contact 1' }).getByLabel('Name')).toBeFocused();
  await entry.getByRole('group', { name: 'Contact 1' }).getByLabel('Name').fill('Ruth Abel');
  await lookEverywhere(page, 'payer-new');
  await entry.getByRole('button', { name: 'Add payer' }).click();
  await expect(entry).toHaveCount(0);
  await expect(tableOf(page, 'Payers').getByRole('button', { name: 'Prairie Health' })).toBeVisible();

  await tableOf(page, 'Payers').getByRole('button', { name: 'Blue Harbor Health' }).click();
  const details = drawer(page, 'Blue Harbor Health');
  await expect(details.getByText(/polic(y|ies) uses? this payer/)).toBeVisible();
  await page.context().setOffline(true);
  await expect(details.getByText(/^You are offline/)).toBeVisible();
  await page.context().setOffline(false);
  await details.getByRole('button', { name: 'Open rules' }).click();
  const form = drawer(page, 'Rules of Blue Harbor Health');
  await expect(form.getByLabel('Timely filing (days)')).toHaveValue('180');
  await form.getByRole('button', { name: 'New rules from a day…' }).click();
  await form.getByLabel('First day').fill('01/01/2031');
  await form.getByRole('button', { name: 'Add rules' }).click();
  await expect(form.getByRole('combobox', { name: 'Rules in effect' })).toHaveValue('From 01/01/2031');
  await form.getByLabel('Timely filing (days)').fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a whole number from 1 to 1095.')).toBeVisible();
  await expect(form.getByLabel('Timely filing (days)')).toBeFocused();
  await form.getByLabel('Timely filing (days)').fill('95');
  await lookEverywhere(page, 'payer-rules');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  const [row] = await clinic.sql<{ rules: { EffectiveFrom: string | null; TimelyFilingDays: number }[] }>(
    `select "DatedRules" as rules from payers where site = 'demo' and "PayerId" = $1`,
    [cast.payers.blueHarbor],
  );
  expect(row?.rules.map((one) => [one.EffectiveFrom, one.TimelyFilingDays])).toEqual([
    [null, 180],
    ['2031-01-01', 95],
  ]);

  await page.getByRole('tab', { name: 'Payer default rules' }).click();
  await expect(page).toHaveURL(/\/addressBook\/payerDefaultRules$/);
  await page.getByRole('combobox', { name: 'Script required' }).click();
  await page.getByRole('option', { name: 'Yes', exact: true }).click();
  await lookEverywhere(page, 'default-rules');
  await page.getByRole('button', { name: 'Save default rules' }).click();
  await expect(page.getByText(/^Saved\. Payers without their own rules/)).toBeVisible();
  await page.getByRole('tab', { name: 'Payers', exact: true }).click();
  await tableOf(page, 'Payers').getByRole('button', { name: 'Blue Harbor Health' }).click();
  await details.getByRole('button', { name: 'Open rules' }).click();
  await expect(form.getByRole('combobox', { name: 'Script required' })).toHaveValue('Site default: Yes');
});

test('other contacts are entered, and hundreds of referring providers are searched on the device, offline too', async ({
  tabOf,
  clinic,
}) => {
  await clinic.sql(
    `insert into referring_providers (site, "ReferringProviderId", "FirstName", "LastName", "Phone")
     select 'demo', gen_random_uuid(), 'Nora', 'Name' || n, '617555' || lpad(n::text, 4, '0') from generate_series(1, 800) n`,
  );
  const page = await tabOf('front');
  await openBook(page, 'Other contacts');
  await expect(page.getByText('No other contacts')).toBeVisible();
  await lookEverywhere(page, 'others-empty');
  await page.getByRole('button', { name: 'New contact' }).click();
  const form = drawer(page, 'New contact');
  const add = form.getByRole('button', { name: 'Add contact' });
  await add.click();
  await expect(form.getByText('Enter a name or a company.')).toBeVisible();
  await form.getByLabel('Company').fill('Haddad Law');
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Attorney' }).click();
  await lookEverywhere(page, 'other');
  await page.context().setOffline(true);
  await add.click();
  await expect(tableOf(page, 'Other contacts').getByRole('button', { name: 'Haddad Law' })).toBeVisible();
  await page.context().setOffline(false);
  await expect
    .poll(() => clinic.sql(`select "Kind" from other_contacts where "Company" = 'Haddad Law'`))
    .toEqual([{ Kind: 'attorney' }]);

  await page.getByRole('tab', { name: 'Referring providers' }).click();
  const table = tableOf(page, 'Referring providers');
  await expect(table.getByRole('row')).toHaveCount(101);
  await page.getByRole('button', { name: 'Show 100 more' }).click();
  await expect(table.getByRole('row')).toHaveCount(201);
  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: 'New referring provider' })).toBeEnabled();
  await page.getByRole('searchbox').fill('6175550777');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Name777, Nora');
  await lookEverywhere(page, 'referring-offline');
  await page.getByRole('searchbox').fill('no one at all');
  await expect(page.getByText('No matches')).toBeVisible();
});
