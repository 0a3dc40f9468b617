import type { Page } from '@playwright/test';
import { addDays, showDate } from '../../contract/base/dates.ts';
import { cast } from '../../server/demo/cast.ts';
import { desk, phone } from './desk/look.ts';
import { expectFits, pill } from './desk/page.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { todayAt } from './visits.ts';

test.describe.configure({ timeout: 180_000 });

const { patients } = cast;
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });
const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name });

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

async function openChart(page: Page, url: string, PatientId: string, tab = ''): Promise<void> {
  await page.goto(`${url}/patients/${PatientId}${tab}`);
  await expect(page.getByRole('tabpanel')).not.toBeEmpty();
}

test('a case is opened with its plan, changed by key, discharged and deleted, at the desk and without a network', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await page.setViewportSize(desk);
  await expect(pill(page)).toHaveText('Saved');
  await openChart(page, clinic.url, patients.noCase);
  await expect(page.getByText('No cases yet')).toBeVisible();

  await page.getByRole('button', { name: 'New case' }).click();
  await expect(drawer(page, 'New case')).toBeVisible();
  await drawer(page, 'New case').getByRole('button', { name: 'Open case' }).click();
  await expect(page.getByText('Enter a case name.')).toBeVisible();
  await expect(page.getByText('Choose the provider.')).toBeVisible();
  await expectAccessible(page, { within: '[role=dialog]' });

  await field(page, 'Case name').fill('Left knee pain');
  await choose(page, 'Facility', 'Harborview');
  await choose(page, 'Provider', /Okafor/);
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Discipline' })).toHaveValue('Physical therapy');
  await page.getByRole('button', { name: 'Add a diagnosis' }).click();
  await field(page, 'ICD-10 code of diagnosis 1').fill('m25562');
  await field(page, 'Description of diagnosis 1').fill('Pain in left knee');
  await expect(field(page, 'ICD-10 code of diagnosis 1')).toHaveValue('M25.562');
  await field(page, 'Visits a week').fill('2');
  await field(page, 'Weeks').fill('6');
  await expect(page.getByText(/^2x\/week for 6 weeks: 12 visits, until /)).toBeVisible();
  await field(page, 'Sport or occupation').fill('Runs in the harbor');
  await expectAccessible(page, { within: '[role=dialog]' });
  await drawer(page, 'New case').getByRole('button', { name: 'Open case' }).click();

  const one = page.getByRole('article', { name: 'Left knee pain' });
  await expect(one).toContainText('M25.562 Pain in left knee');
  await expect(one).toContainText('2x/week for 6 weeks');
  await expect(one).toContainText('Runs in the harbor');
  await expect(pill(page)).toHaveText('Saved');
  const [row] = await clinic.sql<{ VisitsPerWeek: number; CustomInputs: { Value: string }[] }>(
    `select "VisitsPerWeek", "CustomInputs" from cases where site = 'demo' and "PatientId" = $1`,
    [patients.noCase],
  );
  expect(row).toMatchObject({ VisitsPerWeek: 2, CustomInputs: [{ Value: 'Runs in the harbor' }] });

  await page.context().setOffline(true);
  await one.getByRole('button', { name: 'Edit Left knee pain' }).press('Enter');
  await field(page, 'Case name').fill('Both knees');
  await page.keyboard.press('Enter');
  const changed = page.getByRole('article', { name: 'Both knees' });
  await expect(changed).toBeVisible();
  await changed.getByRole('button', { name: 'More for Both knees' }).click();
  await page.getByRole('menuitem', { name: 'Discharge…' }).click();
  await page.getByRole('button', { name: 'Discharge', exact: true }).click();
  await expect(changed).toContainText('Discharged');
  await expect(pill(page)).toHaveText('Offline, 2 waiting');
  await page.context().setOffline(false);
  await expect(pill(page)).toHaveText('Saved');

  await changed.getByRole('button', { name: 'More for Both knees' }).click();
  await page.getByRole('menuitem', { name: 'Undo discharge' }).click();
  await expect(changed).toContainText('Plan of care until');
  await changed.getByRole('button', { name: 'More for Both knees' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete Both knees?' })).toBeVisible();
  await expectAccessible(page, { within: '[role=dialog]' });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No cases yet')).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  await expect
    .poll(() => clinic.sql(`select from cases where site = 'demo' and "PatientId" = $1`, [patients.noCase]))
    .toHaveLength(0);
});

test('a case in use says why it can’t be deleted', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await openChart(page, clinic.url, patients.gus);
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByText('This case has notes or charges, so it can’t be deleted.')).toBeVisible();
});

test('authorizations show what is used, booked and left, and are added, changed and removed', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await page.setViewportSize(desk);
  await openChart(page, clinic.url, patients.samira, '?tab=authorizations');
  await expect(page.getByRole('tabpanel')).toContainText('Expired');
  await expectAccessible(page);

  await openChart(page, clinic.url, patients.gus, '?tab=authorizations');
  const table = page.getByRole('table', { name: /^Authorizations of / });
  await expect(table.getByRole('row').nth(1)).toContainText(/left|overbooked/);
  await page.getByRole('button', { name: /^Add an authorization to / }).click();
  await drawer(page, 'New authorization').getByRole('button', { name: 'Add authorization' }).click();
  await expect(page.getByText('Enter how many visits are approved.')).toBeVisible();
  await expectAccessible(page, { within: '[role=dialog]' });
  await field(page, 'Number').fill('AU-2026-1');
  await field(page, 'Visits allowed').fill('24');
  await drawer(page, 'New authorization').getByRole('button', { name: 'Add authorization' }).click();
  const added = table.getByRole('row').filter({ hasText: 'AU-2026-1' });
  await expect(added).toContainText('of 24');
  await expect(added).toContainText('Approved');
  // The row is there before its form has gone, which has the keys until then.
  await expect(drawer(page, 'New authorization')).toBeHidden();
  await added.getByRole('button').press('Enter');
  await field(page, 'Visits allowed').fill('1');
  await drawer(page, 'Edit authorization').getByRole('button', { name: 'Save' }).click();
  await expect(added).toContainText(/Used up|left|overbooked/);
  await added.getByRole('button').click();
  await drawer(page, 'Edit authorization').getByRole('button', { name: 'Remove' }).click();
  await expect(added).toHaveCount(0);
  await expect(pill(page)).toHaveText('Saved');
});

test('a script is added without a network, on a phone', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await page.setViewportSize(phone);
  await expect(pill(page)).toHaveText('Saved');
  await openChart(page, clinic.url, patients.beatrix, '?tab=authorizations');
  await expectAccessible(page);
  await expectFits(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Add a script to / }).click();
  await field(page, 'From').fill(showDate(addDays(await todayAt(clinic), -24)).replaceAll('/', ''));
  await field(page, 'Visits ordered').fill('12');
  await expectAccessible(page, { within: '[role=dialog]' });
  await drawer(page, 'New script').getByRole('button', { name: 'Add script' }).click();
  await expect(page.getByRole('table', { name: /^Scripts of / })).toContainText('of 12');
  await page.context().setOffline(false);
  await expect(pill(page)).toHaveText('Saved');
  await expect
    .poll(() => clinic.sql(`select from scripts where site = 'demo' and "PatientId" = $1`, [patients.beatrix]))
    .toHaveLength(1);
});

test('who may not edit patients sees authorizations and changes nothing', async ({ tabOf, clinic }) => {
  const page = await tabOf('pta');
  await openChart(page, clinic.url, patients.gus, '?tab=authorizations');
  await expect(page.getByRole('table', { name: /^Authorizations of / })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add an authorization/ })).toHaveCount(0);
  await openChart(page, clinic.url, patients.gus);
  await expect(page.getByRole('button', { name: 'New case' })).toHaveCount(0);
});
