import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { makeClinic } from '../clinic.ts';
import { elsewhere } from './devices.ts';
import { lookEverywhere } from './desk/look.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ timeout: 300_000 });

const password = 'a harbor of quiet boats';
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

const first = {
  site: 'support',
  name: 'Mainstay Support',
  zone: 'America/New_York',
  email: 'sue@support.test',
  person: 'Sue Overton',
};

function optionsOf(options: Record<string, string>): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
}

/** Uses the link of an invitation and signs in with the new password. */
async function takeUp(page: Page, link: string, email: string, landsOn: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === landsOn);
}

test('from an empty database to the first patient, through the screens alone', async ({ browser }) => {
  const clinic = await makeClinic();
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join('server', 'admin.ts'), 'first-site', ...optionsOf(first)],
      { env: { ...process.env, DATA_DIR: clinic.dataDir, PUBLIC_URL: clinic.url } },
    );
    await clinic.start();
    const sue = await elsewhere(browser);
    await takeUp(sue, stdout.trim().split('\n').at(-1) ?? '', 'sue@support.test', '/superuser');

    await sue.getByRole('button', { name: 'New site' }).click();
    const made = dialog(sue, 'New site');
    await made.getByRole('button', { name: 'Create site' }).click();
    await expect(made.getByText('Enter the name of the company.')).toBeVisible();
    await expect(made.getByLabel('Company')).toBeFocused();
    await made.getByLabel('Company').fill('Seaside Therapy');
    await made.getByLabel('Short name').fill('Sea Side');
    await made.getByRole('combobox', { name: 'Time zone' }).click();
    await sue.getByRole('option', { name: 'Central (Chicago)' }).click();
    await made.getByLabel('First name').fill('Ana');
    await made.getByLabel('Last name').fill('Rivera');
    await made.getByLabel('Email').fill('ana@seaside.test');
    await made.getByRole('button', { name: 'Create site' }).click();
    await expect(made.getByText(/^Start with a letter/)).toBeVisible();
    await lookEverywhere(sue, 'new-site');
    await made.getByLabel('Short name').fill('seaside');
    await made.getByRole('button', { name: 'Create site' }).click();
    await expect(made).toHaveCount(0);
    await expect(sue.getByRole('table', { name: 'Sites' }).getByRole('row', { name: /Seaside Therapy/ })).toBeVisible();

    const [mail] = await clinic.sql<{ body: string }>(`select body from outgoing_mail where "to" = 'ana@seaside.test'`);
    const link = /\S+\/account\/link#\S+/.exec(mail?.body ?? '')?.[0] ?? '';
    const ana = await elsewhere(browser);
    await takeUp(ana, link, 'ana@seaside.test', '/onDeck');
    await expect(ana.getByText('Your clinic is new here and has no facility yet.')).toBeVisible();
    await lookEverywhere(ana, 'start');
    await ana.getByRole('button', { name: 'Get started' }).click();
    const list = ana.getByRole('region', { name: 'Getting started' });
    await expect(list.getByRole('img', { name: 'To do:' })).toHaveCount(4);
    await lookEverywhere(ana, 'getting-started');

    await makeFacility(ana);
    await expect(list).toContainText('1 facility');
    await list.getByRole('link', { name: 'Users' }).click();
    await invite(ana);
    await ana.getByRole('link', { name: 'Company' }).first().click();
    await expect(list).toContainText('2 people');
    await list.getByRole('link', { name: 'Payers' }).click();
    await makePayer(ana);
    await ana.getByRole('link', { name: 'Company' }).first().click();
    await expect(list).toContainText('1 payer');
    await list.getByRole('link', { name: 'Settings' }).click();
    await ana.getByRole('switch', { name: 'Warn about remaining primary AR' }).press('Space');
    await expect(ana.getByText('Setting updated')).toBeVisible();
    await lookEverywhere(ana, 'almost-done');
    await list.getByRole('button', { name: 'Mark as checked' }).click();
    await expect(list).toHaveCount(0);

    await makePatient(ana);
    await expect
      .poll(() => clinic.sql(`select "LastName" from patients where site = 'seaside'`))
      .toEqual([{ LastName: 'Moreno' }]);
  } finally {
    await clinic.stop();
  }
});

async function makeFacility(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New facility' }).first().click();
  const form = dialog(page, 'New facility');
  const write = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text);
  const choose = async (label: string, typed: string, option: string) => {
    await write(label, typed);
    await page.getByRole('option', { name: option }).click();
  };
  await write('Name', 'Seaside Clinic');
  await write('Phone', '(312) 555-0177');
  await write('NPI', '1234567893');
  await write('Street', '1 Quay Street');
  await write('City', 'Chicago');
  await choose('State', 'Illin', 'IL Illinois');
  await write('ZIP code', '60601');
  await write('Legal name', 'Seaside Therapy LLC');
  await write('Tax ID', '12-3456789');
  await write('Billing NPI', '1234567893');
  await write('Billing phone', '(312) 555-0178');
  await write('Contact for payers', 'Ana Rivera');
  await write('Billing street', '1 Quay Street');
  await write('Billing city', 'Chicago');
  await choose('Billing state', 'Illin', 'IL Illinois');
  await write('Billing ZIP+4', '606011234');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
}

async function invite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite a user' }).click();
  const form = dialog(page, 'Invite a user');
  await form.getByLabel('First name').fill('Paul');
  await form.getByLabel('Last name').fill('Trent');
  await form.getByLabel('Email', { exact: true }).fill('paul@seaside.test');
  await form.getByRole('checkbox', { name: 'Clinician' }).check();
  await form.getByRole('switch', { name: 'Treats patients' }).check();
  await form.getByRole('switch', { name: 'Visits of every provider' }).press('Space');
  await expect(form.getByRole('combobox', { name: 'Providers besides themselves' })).toBeVisible();
  await form.getByRole('switch', { name: 'Visits of every provider' }).press('Space');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('heading', { name: 'Paul Trent' })).toBeVisible();
}

async function makePayer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New payer' }).first().click();
  const form = dialog(page, 'New payer');
  await form.getByLabel('Name', { exact: true }).fill('Prairie Health');
  await form.getByLabel('Electronic payer ID').fill('PRA01');
  await form.getByRole('button', { name: 'Add payer' }).click();
  await expect(form).toHaveCount(0);
}

async function makePatient(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = dialog(page, 'New patient');
  await form.getByLabel('First name').fill('Luz');
  await form.getByLabel('Last name').fill('Moreno');
  await form.getByLabel('Birth date').first().fill('03/14/1958');
  await form.getByRole('combobox', { name: 'Sex on the insurance' }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('button', { name: 'Create patient' }).click();
  await expect(form).toHaveCount(0);
}
