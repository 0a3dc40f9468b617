import type { Locator, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { lookEverywhere } from './desk/look.ts';
import { goByKeys, pill } from './desk/page.ts';
import { expect, test } from './fixtures.ts';
import { patientOf, visitUrl } from './visits.ts';

test.describe.configure({ timeout: 240_000 });

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });
const tableOf = (page: Page, name: string) => page.getByRole('table', { name });
const section = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
}

/** A template of one’s own with a section, a measure and a goal. */
async function makeTemplate(page: Page, form: Locator): Promise<void> {
  await form.getByLabel('Name', { exact: true }).fill('Stairs evaluation');
  await form.getByRole('button', { name: 'Add a section' }).click();
  await form.getByLabel('Title', { exact: true }).fill('Home setup');
  await form.getByLabel('Prompt', { exact: true }).fill('Stairs, rails, who can help');
  await form.getByLabel('Required to sign').check({ force: true });
  await form.getByRole('combobox', { name: 'Add a measure' }).fill('knee flexion, active');
  await page.getByRole('option', { name: 'Knee flexion, active' }).click();
  await form.getByRole('button', { name: 'Add a goal' }).click();
  await form.getByRole('textbox', { name: 'Goal', exact: true }).fill('Climbs 12 stairs without a rail');
  await form.getByRole('combobox', { name: 'Term' }).click();
  await page.getByRole('option', { name: 'Long term', exact: true }).click();
  await form.getByRole('combobox', { name: 'About' }).click();
  await page.getByRole('option', { name: 'Function', exact: true }).click();
}

test('a therapist writes a template and a text, uses both in a note, and reads them offline', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('pt');
  await goByKeys(page, 'l', page.getByRole('tab', { name: 'Eval templates', exact: true }));
  await expect(tableOf(page, 'Eval templates').getByRole('button', { name: 'Daily note' })).toBeVisible();
  await lookEverywhere(page, 'library-eval');

  await page.keyboard.press('n');
  const template = drawer(page, 'New template');
  await template.getByRole('button', { name: 'Add template' }).click();
  await expect(template.getByText('Enter the name.')).toBeVisible();
  await makeTemplate(page, template);
  await lookEverywhere(page, 'library-eval-form', '[role=dialog]');
  await template.getByRole('button', { name: 'Add template' }).click();
  await expect(tableOf(page, 'Eval templates').getByRole('button', { name: 'Stairs evaluation' })).toBeVisible();
  // Those of the clinic are for who manages the library.
  await tableOf(page, 'Eval templates').getByRole('button', { name: 'Daily note' }).click();
  const shared = drawer(page, 'Daily note');
  await expect(shared.getByLabel('Name', { exact: true })).toBeDisabled();
  await expect(shared.getByText('Only people who manage the library can change it.')).toBeVisible();
  await shared.getByRole('button', { name: 'Close', exact: true }).last().click();

  await openTab(page, 'Text');
  await page.getByRole('button', { name: 'New text' }).click();
  const text = drawer(page, 'New text');
  await text.getByLabel('Title', { exact: true }).fill('Stairs done');
  await text.getByRole('textbox', { name: 'Text', exact: true }).fill('Climbed {{steps}} steps with {{help}}.');
  await text.getByRole('button', { name: 'Add text' }).click();
  await expect(tableOf(page, 'Text templates').getByRole('button', { name: 'Stairs done' })).toBeVisible();
  await lookEverywhere(page, 'library-text');
  await expect(pill(page)).toHaveText('Saved');

  const VisitId = cast.visits.today.inProgress;
  await page.goto(visitUrl(clinic, VisitId, await patientOf(clinic, VisitId)));
  const kind = page.getByRole('combobox', { name: 'Kind of note' });
  await kind.click();
  await page.getByRole('option', { name: 'Evaluation', exact: true }).click();
  await page.getByRole('button', { name: 'Use a template' }).click();
  await page.getByRole('menuitemradio', { name: 'Stairs evaluation' }).click();
  await expect(section(page, 'Home setup')).toHaveAttribute('placeholder', 'Stairs, rails, who can help');
  await expect(page.getByText('Home setup is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Add goal: Climbs 12 stairs without a rail' }).click();
  await expect(page.getByRole('button', { name: 'Add goal: Climbs 12 stairs without a rail' })).toHaveCount(0);

  const home = section(page, 'Home setup');
  await home.focus();
  await page.keyboard.press('Control+.');
  await page.getByRole('menuitem', { name: 'Stairs done' }).click();
  await page.keyboard.type('12');
  await page.keyboard.press('Tab');
  await lookEverywhere(page, 'note-with-template');
  await home.focus();
  await page.getByRole('button', { name: 'help', exact: true }).click();
  await page.keyboard.type('a rail');
  await expect(home).toHaveValue('Climbed 12 steps with a rail.');
  await page.keyboard.press('Tab');
  await expect(home).not.toBeFocused();
  await expect(pill(page)).toHaveText('Saved');

  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Library' }).click();
  await expect(page.getByText('You must be online to change templates.')).toBeVisible();
  await tableOf(page, 'Eval templates').getByRole('button', { name: 'Stairs evaluation' }).click();
  const kept = drawer(page, 'Stairs evaluation');
  await expect(kept.getByText('Home setup (required)')).toBeVisible();
  await expect(kept.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await lookEverywhere(page, 'library-offline', '[role=dialog]');
  await page.context().setOffline(false);
});
