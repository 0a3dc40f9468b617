import type { Page, Route } from '@playwright/test';
import { lookEverywhere } from './desk/look.ts';
import { goByKeys } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function openCompany(page: Page, tab: string): Promise<void> {
  const there = page.getByRole('tab', { name: tab, exact: true });
  await goByKeys(page, 'c', there);
  await there.click();
  await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true');
}

test('an administrator opens a second place, gives it visit types and a region, archives it and brings it back', async ({
  tabOf,
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
  await lookEverywhere(page, 'facility');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/This is not a valid NPI/)).toBeVisible();
  await form.getByLabel('NPI', { exact: true }).fill('1234567893');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(table.getByRole('button', { name: 'Quayside' })).toBeVisible();
  // The switch at the top reads from this device: it hears of the new facility by itself.
  await page.getByRole('button', { name: /^Facility:/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Quayside' })).toBeVisible();
  await page.keyboard.press('Escape');

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

  const other = await tabOf('admin');
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

  await other.route('**/api/globalPreferences', (route) => route.abort());
  await other.getByText('Test mode', { exact: true }).click();
  await expect(other.getByText('There was an error saving your settings.')).toBeVisible();
  await expect(other.getByRole('switch', { name: 'Test mode' })).toBeChecked();
});

test('lists get their entries once, the plus page follows the tier', async ({ tabOf }) => {
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
});

test('the rules for online scheduling and the surveys read well everywhere', async ({ tabOf }) => {
  const page = await tabOf('admin');
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

test('a shorter time until the lock is kept to by browsers that were open before', async ({
  context,
  clinic,
  tabOf,
}) => {
  await context.clock.install();
  const page = await context.newPage();
  await signIn(page, clinic, 'pt');
  await expect(page.locator('[data-visit]').first()).toBeVisible();
  const office = await tabOf('admin');
  await openCompany(office, 'Settings');
  await office.getByRole('combobox', { name: 'Lock after' }).click();
  await office.getByRole('option', { name: '5 minutes', exact: true }).click();
  await expect(office.getByText('Setting updated')).toBeVisible();
  await expect
    .poll(async () => {
      await context.clock.fastForward(5 * 60_000);
      return page.getByText('Locked after 5 minutes without activity.').count();
    })
    .toBe(1);
});
