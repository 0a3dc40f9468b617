import type { Page } from '@playwright/test';
import { addDays, showDate } from '../../contract/base/dates.ts';
import { cast } from '../../server/demo/cast.ts';
import { desk, lookEverywhere, phone } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, test } from './fixtures.ts';
import { visitUrl } from './visits.ts';

test.describe.configure({ timeout: 240_000 });

const { review } = cast.visits.today;
const { samira } = cast.patients;
const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('without a network: a goal, the next plan of care, its report signed, and the plan sent; the timeline follows', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('pt');
  await page.setViewportSize(desk);
  await expect(pill(page)).toHaveText('Saved');
  // Medicare pays, so that every clock runs; who refers is known.
  await clinic.sql(`update insurances set "PayerId" = $1 where site = 'demo' and "PatientId" = $2`, [
    cast.payers.medicare,
    samira,
  ]);
  const [plan] = await clinic.sql<{ To: string }>(
    `select "To"::text as "To" from plans_of_care where site = 'demo' and "PatientId" = $1`,
    [samira],
  );
  // The device has to know it before it is alone.
  await page.goto(`${clinic.url}/patients/${samira}`);
  await expect(page.getByText('Medicare Part B').first()).toBeVisible();
  await page.goto(visitUrl(clinic, review, samira));
  await expect(page.getByRole('combobox', { name: 'Kind of note' })).toHaveValue('Daily note');
  await page.context().setOffline(true);

  await choose(page, 'Kind of note', 'Recertification');
  const goals = page.getByRole('region', { name: 'Goals', exact: true });
  await expect(goals.getByRole('listitem')).toHaveCount(2);
  await press(page, 'Add goal');
  await dialog(page).getByRole('textbox', { name: 'Goal', exact: true }).fill('Carry a crate up 12 stairs.');
  await dialog(page).getByRole('textbox', { name: 'Function' }).fill('Stairs at work');
  await dialog(page).getByRole('textbox', { name: 'Target', exact: true }).fill('10 kg');
  await inDialog(page, 'Add goal');
  await expect(goals).toContainText('New goal Carry a crate up 12 stairs.');
  await choose(page, 'Status of Goal 1', 'Progressing');
  await page.getByRole('textbox', { name: 'Percent of Goal 1' }).fill('140');
  await expect(goals).toContainText('Enter 0 to 100.');
  await page.getByRole('textbox', { name: 'Percent of Goal 1' }).fill('60');
  await choose(page, 'Status of Goal 2', 'Met');
  await choose(page, 'Status of New goal', 'New');
  await page.getByRole('textbox', { name: 'Justification' }).fill('Needs skilled care to lift safely.');
  // Medicare wants the minutes of the whole visit, of which one service has none.
  await page.getByRole('textbox', { name: 'Treatment minutes' }).fill('45');
  const missing = page.getByRole('group', { name: 'Sign', exact: true });
  await expect(missing).toContainText('The next plan of care is missing.');
  await lookEverywhere(page, 'note-goals');
  await page.setViewportSize(desk);

  await press(page, 'Write plan of care');
  await expect(dialog(page).getByRole('combobox', { name: 'Kind' })).toHaveValue('Recertification');
  const from = addDays(plan?.To ?? '', 1);
  await expect(dialog(page).getByRole('textbox', { name: 'From' })).toHaveValue(showDate(from));
  await dialog(page).getByRole('textbox', { name: 'Weeks' }).fill('52');
  await dialog(page)
    .getByRole('textbox', { name: 'Until' })
    .fill(showDate(addDays(from, 120)));
  await inDialog(page, 'Add plan of care');
  await expect(dialog(page)).toContainText('Medicare certifies at most 90 days.');
  await dialog(page)
    .getByRole('textbox', { name: 'Until' })
    .fill(showDate(addDays(from, 41)));
  await dialog(page).getByRole('textbox', { name: 'Weeks' }).fill('6');
  await lookEverywhere(page, 'plan-form', '[role=dialog]');
  await page.setViewportSize(desk);
  await inDialog(page, 'Add plan of care');
  await expect(page.getByText('The note is complete.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog(page)).toContainText('You can’t change a signed note.');
  await lookEverywhere(page, 'sign-warnings', '[role=dialog]');
  await page.setViewportSize(desk);
  await inDialog(page, 'Sign');
  await expect(page.getByText(/Signed electronically by/)).toBeVisible();

  await press(page, 'Chart');
  await page.getByRole('tab', { name: 'Overview' }).click();
  const plans = page.getByRole('region', { name: /^Plans of care of / });
  await expect(plans.getByRole('button', { name: /^Edit the plan of care/ })).toHaveCount(0);
  await plans.getByRole('button', { name: `Record for the plan of care ${showDate(from)} to`, exact: false }).click();
  await inDialog(page, 'Record');
  await expect(plans.getByText(/^Sent .*fax/).first()).toBeVisible();
  await expect(page.getByRole('region', { name: /^Goals of / })).toContainText('New goal');
  await expect(pill(page)).toContainText('Offline');

  const ribbon = page.getByRole('region', { name: /^Timeline of / });
  await expect(ribbon.getByRole('button', { name: /^Plan of care / })).toHaveCount(4);
  await ribbon.getByRole('button', { name: /^Day \d+ of 10/ }).click();
  await expect(ribbon).toContainText('A therapist writes a progress report at least every 10 treatment days.');
  await expect(ribbon).toContainText('Medicare Benefit Policy Manual');
  await lookEverywhere(page, 'timeline');
  await page.setViewportSize(phone);
  await expect(ribbon.getByRole('listitem').first()).toBeVisible();
  await page.setViewportSize(desk);

  await page.context().setOffline(false);
  await expect(pill(page)).toHaveText('Saved');
  await expect(page.getByRole('region', { name: /^Goals of / })).toContainText('Goal 3 Carry a crate up 12 stairs.');
  const [note] = await clinic.sql<{ signed: boolean }>(
    `select "signedAt" is not null as signed from visit_notes where site = 'demo' and "NoteId" = $1`,
    [review],
  );
  expect(note?.signed).toBe(true);
  const stamps = await clinic.sql<{ Kind: string }>(
    `select s."Kind" from plan_stamps s join plans_of_care p using (site, "PlanOfCareId")
     where site = 'demo' and p."PatientId" = $1 and p."Kind" = 'recert'`,
    [samira],
  );
  expect(stamps).toEqual([{ Kind: 'sent' }]);
});
