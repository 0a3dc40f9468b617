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

test('an authorization and a script are added on a phone, the script without a network', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await page.setViewportSize(phone);
  await expect(pill(page)).toHaveText('Saved');
  await openChart(page, clinic.url, patients.samira, '?tab=authorizations');
  await expect(page.getByRole('tabpanel')).toContainText('Expired');
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: /^Add an authorization to / }).click();
  await drawer(page, 'New authorization').getByRole('button', { name: 'Add authorization' }).click();
  await expect(page.getByText('Enter how many visits are approved.')).toBeVisible();
  await expectAccessible(page, { within: '[role=dialog]' });
  await field(page, 'Number').fill('AU-2026-1');
  await field(page, 'Visits allowed').fill('24');
  await drawer(page, 'New authorization').getByRole('button', { name: 'Add authorization' }).click();
  const added = page
    .getByRole('table', { name: /^Authorizations of / })
    .getByRole('row')
    .filter({ hasText: 'AU-2026-1' });
  await expect(added).toContainText('of 24');
  await expect(drawer(page, 'New authorization')).toBeHidden();
  await expect(pill(page)).toHaveText('Saved');

  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Add a script to / }).click();
  await field(page, 'From').fill(showDate(addDays(await todayAt(clinic), -24)).replaceAll('/', ''));
  await field(page, 'Visits ordered').fill('13');
  await expectAccessible(page, { within: '[role=dialog]' });
  await drawer(page, 'New script').getByRole('button', { name: 'Add script' }).click();
  await expect(page.getByRole('table', { name: /^Scripts of / })).toContainText('of 13');
  await page.context().setOffline(false);
  await expect(pill(page)).toHaveText('Saved');
  const scripts = `select from scripts where site = 'demo' and "PatientId" = $1 and "Visits" = 13`;
  await expect.poll(() => clinic.sql(scripts, [patients.samira])).toHaveLength(1);
});
