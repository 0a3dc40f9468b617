import type { Page, Route } from '@playwright/test';
import { addDays, showDate } from '../../contract/base/dates.ts';
import { lookEverywhere } from './desk/look.ts';
import { goByKeys } from './desk/page.ts';
import { expect, test } from './fixtures.ts';
import { todayAt } from './visits.ts';

test.describe.configure({ timeout: 240_000 });

const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function openCompany(page: Page, tab: string): Promise<void> {
  const there = page.getByRole('tab', { name: tab, exact: true });
  await goByKeys(page, 'c', there);
  await there.click();
  await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true');
}

test('an administrator opens a second place, gives it rooms, visit types, a holiday and a region, archives it and brings it back', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('admin');
  await openCompany(page, 'Facilities');
  await expect(page).toHaveURL(/\/company\/facilities$/);
  const table = page.getByRole('table', { name: 'Facilities' });
  await expect(table.getByRole('button', { name: 'Harborview' })).toBeVisible();
  await lookEverywhere(page, 'facilities');

  await page.getByRole('button', { name: 'New facility' }).click();
  const form = drawer(page, 'New facility');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter the name.')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await form.getByLabel('Name', { exact: true }).fill('Quayside');
  await form.getByLabel('Phone', { exact: true }).fill('(978) 555-0177');
  await form.getByLabel('NPI', { exact: true }).fill('1234567890');
  await form.getByLabel('Street', { exact: true }).fill('1 Quay Street');
  await form.getByLabel('City', { exact: true }).fill('Gloucester');
  await form.getByLabel('State', { exact: true }).fill('Massa');
  await page.getByRole('option', { name: 'MA Massachusetts' }).click();
  await form.getByLabel('ZIP code', { exact: true }).fill('01930');
  const places = await form.getByRole('group', { name: 'Places of service' }).first().getByRole('checkbox').all();
  expect(await Promise.all(places.map((place) => place.inputValue()))).toEqual([
    '11',
    '10',
    '02',
    '12',
    '13',
    '14',
    '24',
    '99',
  ]);
  await form.getByRole('button', { name: 'Add a visit type' }).click();
  await form.getByLabel('Name of visit type 1').fill('Hand therapy');
  await form.getByLabel('Minutes of Hand therapy').fill('30');
  await form.getByRole('combobox', { name: 'Whether Hand therapy can overlap another visit' }).click();
  await page.getByRole('option', { name: 'Never' }).click();
  await form.getByRole('button', { name: 'Add a room' }).click();
  await form.getByLabel('Name of room 1').fill('Pool');
  await form.getByLabel('Max visits in Pool').fill('0');
  await lookEverywhere(page, 'facility');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/This is not a valid NPI/)).toBeVisible();
  await expect(form.getByText('Enter 1 to 60.')).toBeVisible();
  await form.getByLabel('NPI', { exact: true }).fill('1234567893');
  await form.getByLabel('Max visits in Pool').fill('4');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(table.getByRole('button', { name: 'Quayside' })).toBeVisible();
  // The switch at the top reads from this device: it hears of the new facility by itself.
  await page.getByRole('button', { name: /^Facility:/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Quayside' })).toBeVisible();
  await page.keyboard.press('Escape');

  const [row] = await clinic.sql<{ rooms: unknown[]; visit_types: { Name: string }[] }>(
    `select rooms, visit_types from facilities where site = 'demo' and coalesce("LastName", "FirstName") = 'Quayside'`,
  );
  expect(row?.rooms).toContainEqual(expect.objectContaining({ Name: 'Pool', Capacity: 4, Inactive: false }));
  expect(row?.visit_types).toContainEqual(
    expect.objectContaining({ Name: 'Hand therapy', Minutes: 30, Overlap: 'no' }),
  );

  await page.getByRole('button', { name: 'New holiday' }).click();
  const holiday = drawer(page, 'New holiday');
  await holiday.getByLabel('Name').fill('Harbour day');
  await holiday.getByRole('textbox', { name: 'Day' }).fill(showDate(addDays(await todayAt(clinic), 40)));
  await lookEverywhere(page, 'holiday', '[role=dialog]');
  await holiday.getByRole('button', { name: 'Add holiday' }).click();
  await expect(page.getByRole('table', { name: 'Holidays' }).getByRole('row', { name: /Harbour day/ })).toContainText(
    'Every facility',
  );

  await page.getByRole('button', { name: 'New region' }).click();
  const region = drawer(page, 'New region');
  await region.getByLabel('Name').fill('Cape');
  await region.getByRole('combobox', { name: 'Facilities' }).click();
  await page.getByRole('option', { name: 'Quayside' }).click();
  await region.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'Regions' }).getByRole('row', { name: /Cape/ })).toContainText(
    'Quayside',
  );

  await table.getByRole('button', { name: 'Quayside' }).click();
  const known = drawer(page, 'Quayside');
  await expect(known.getByLabel('Name of visit type 1')).toHaveValue('Hand therapy');
  await known.getByRole('button', { name: 'Archive' }).click();
  await expect(table.getByRole('row').last()).toContainText('Archived - Quayside');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByRole('button', { name: 'Quayside', exact: true })).toBeVisible();
});

test('settings are saved one by one, reach another browser at once, and say so when they are not saved', async ({
  tabOf,
}) => {
  const page = await tabOf('super');
  await openCompany(page, 'Settings');
  const security = page.getByRole('region', { name: 'Security' });
  const onlyPrimary = 'Primary payer only for notes permission';
  await expect(page.getByRole('switch', { name: onlyPrimary })).not.toBeChecked();
  // What this would switch is not there yet.
  await expect(page.getByText('Downloadable reports', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Payer reporting types' })).toBeVisible();
  await lookEverywhere(page, 'settings');

  const other = await tabOf('admin', 'another', 'moved');
  await openCompany(other, 'Settings');
  await page.getByText(onlyPrimary, { exact: true }).click();
  await expect(page.getByText('Setting updated')).toBeVisible();
  await expect(other.getByRole('switch', { name: onlyPrimary })).toBeChecked();

  // Between the click and the server somebody else changes the same setting.
  const overtake = async (route: Route) => {
    await page.getByText('Warn about remaining primary AR', { exact: true }).click();
    await expect(page.getByRole('switch', { name: 'Warn about remaining primary AR' })).not.toBeChecked();
    await security.getByRole('combobox', { name: 'Lock after' }).click();
    await page.getByRole('option', { name: '10 minutes' }).click();
    await expect(security.getByRole('combobox', { name: 'Lock after' })).toHaveValue('10 minutes');
    await route.continue();
  };
  await other.route('**/api/globalPreferences', overtake, { times: 1 });
  await other.getByRole('combobox', { name: 'Lock after' }).click();
  await other.getByRole('option', { name: '20 minutes' }).click();
  const refusal = other.getByRole('alert').filter({ hasText: 'Someone else changed “Lock after” first.' });
  await expect(refusal).toBeVisible();
  await expect(other.getByRole('combobox', { name: 'Lock after' })).toHaveValue('10 minutes');
  await expect(other.getByRole('switch', { name: 'Warn about remaining primary AR' })).not.toBeChecked();
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await expect(refusal).toHaveCount(0);

  await page.route('**/api/globalPreferences', (route) => route.abort());
  await page.getByText('Test mode', { exact: true }).click();
  await expect(page.getByText('There was an error saving your settings.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Test mode' })).toBeChecked();

  // The shorter time counts for a browser that was open before.
  await expect
    .poll(async () => {
      await other.context().clock.fastForward(10 * 60_000);
      return other.getByText('Locked after 10 minutes without activity.').count();
    })
    .toBe(1);
});

test('lists get their entries once, the plus page follows the tier, rules and surveys read well everywhere', async ({
  tabOf,
}) => {
  const page = await tabOf('admin');
  await openCompany(page, 'Settings');
  const types = page.getByRole('region', { name: 'Payer reporting types' });
  await types.getByLabel('New payer reporting type', { exact: true }).fill('Veterans');
  await page.keyboard.press('Enter');
  await expect(types.getByRole('listitem').filter({ hasText: 'Veterans' })).toBeVisible();
  await types.getByLabel('New payer reporting type', { exact: true }).fill('VETERANS');
  await page.keyboard.press('Enter');
  await expect(types.getByText('“VETERANS” is already in this list.')).toBeVisible();
  const tags = page.getByRole('region', { name: 'Visit tags' });
  await tags.getByLabel('New visit tag', { exact: true }).fill('Aquatic');
  await tags.getByRole('button', { name: 'Add: New visit tag' }).click();
  await tags.getByRole('button', { name: 'Deactivate Aquatic' }).click();
  await expect(tags.getByText('Aquatic, inactive')).toBeVisible();
  await tags.getByRole('button', { name: 'Restore Aquatic' }).click();
  await expect(tags.getByRole('button', { name: 'Deactivate Aquatic' })).toBeVisible();

  await lookEverywhere(page, 'lists');

  await openCompany(page, 'Plus settings');
  await page.getByRole('switch', { name: 'CPT insights' }).press('Space');
  await expect(page.getByText('Setting updated')).toBeVisible();
  await lookEverywhere(page, 'plus');

  await openCompany(page, 'Online scheduling');
  const rules = page.getByRole('table', { name: 'Online scheduling' });
  await expect(rules.getByRole('button').first()).toBeVisible();
  await lookEverywhere(page, 'online rules');
  await rules.getByRole('button').first().click();
  await expect(drawer(page, 'Edit online booking rule').getByRole('switch', { name: 'Book online' })).toBeFocused();
  await lookEverywhere(page, 'online rule', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(drawer(page, /rule/)).toHaveCount(0);
  await expect(rules.getByRole('button').first()).toBeFocused();
  await openCompany(page, 'Surveys');
  await expect(page.getByText(/^Net promoter score/)).toBeVisible();
  await lookEverywhere(page, 'surveys');
});
