import { cast } from '../../server/demo/cast.ts';
import { demoPassword } from '../clinic.ts';
import { expect, inMotion, test } from './fixtures.ts';
import { go } from './keys.ts';
import { arrivalsIn, cardOf, patientOf, stageOf } from './visits.ts';

const { today } = cast.visits;

test('the whole path from signing in to the claim, without a mouse', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  await inMotion(page);
  const VisitId = today.confirmed;
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(`${clinic.url}/login`);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('pt@demo.test');
  await press('Tab');
  await page.keyboard.type(demoPassword);
  await press('Enter');
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect(cardOf(page, VisitId)).toBeVisible();

  await test.step('On Deck: to the card, check in, start', async () => {
    const link = cardOf(page, VisitId).getByRole('link');
    await go(page, 'j', link);
    await press('x');
    await expect(page.locator(`[data-visit="${VisitId}"][data-stage="checkedIn"]`)).toBeVisible();
    await expect(link).toBeFocused();
    await go(page, 'ArrowLeft', page.locator('[data-column="today"]').getByRole('link'), 1);
    await go(page, 'l', page.locator('[data-column="arrived"]').getByRole('link'), 1);
    await go(page, 'j', link);
    await press('x');
    await expect(page.locator(`[data-visit="${VisitId}"][data-stage="inProgress"]`)).toBeVisible();
    await expect(link).toBeFocused();
    await press('Enter');
    await page.waitForURL(new RegExp(`visit=${VisitId}`));
  });

  await test.step('the note', async () => {
    await go(page, 'Tab', page.getByRole('textbox', { name: 'Subjective' }));
    for (const section of ['Subjective', 'Objective', 'Assessment', 'Plan']) {
      await expect(page.getByRole('textbox', { name: section })).toBeFocused();
      await page.keyboard.type(`${section} written with the keyboard alone.`);
      await press('Tab');
    }
  });

  await test.step('the charges: Enter goes down the column', async () => {
    const add = page.getByRole('button', { name: 'Add service' });
    for (const [line, code] of [
      [1, '97110'],
      [2, '97140'],
    ] as const) {
      await go(page, 'Tab', add);
      await press('Enter');
      await expect(page.getByRole('combobox', { name: `CPT, service ${line}` })).toBeFocused();
      await page.keyboard.type(code);
      // Enter takes what is marked, which is a moment after it is listed.
      await expect(page.locator('[role=option][data-combobox-selected]')).toContainText(code);
      await press('Enter');
      await expect(page.getByRole('combobox', { name: `CPT, service ${line}` })).toHaveValue(new RegExp(`${code} .`));
    }
    await go(page, 'Shift+Tab', page.getByRole('textbox', { name: 'Minutes, service 1' }));
    await page.keyboard.type('33');
    await press('Enter');
    await expect(page.getByRole('textbox', { name: 'Minutes, service 2' })).toBeFocused();
    await page.keyboard.type('7');
    await press('Shift+Enter');
    await expect(page.getByRole('textbox', { name: 'Minutes, service 1' })).toBeFocused();
    await expect(page.getByText('40 timed min')).toBeVisible();
  });

  await test.step('why so many units, closed by Esc, the focus back where it was', async () => {
    const why = page.getByRole('button', { name: 'Why 3 units?' });
    await go(page, 'Shift+Tab', why);
    await press('Enter');
    await expect(page.getByRole('region', { name: 'Rule of eights' })).toBeVisible();
    // Esc closes what has the focus, and that moves in a moment later.
    await expect(page.locator('[data-autofocus]')).toBeFocused();
    await press('Escape');
    await expect(page.getByRole('region', { name: 'Rule of eights' })).toBeHidden();
    await expect(why).toBeFocused();
  });

  await test.step('sign and submit', async () => {
    await go(page, 'Tab', page.getByRole('button', { name: 'Sign', exact: true }));
    await press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true })).toBeFocused();
    await press('Enter');
    await expect(page.getByText(/Signed electronically by/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await go(page, 'Tab', page.getByRole('button', { name: 'Submit claim' }).first());
    await press('Enter');
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit claim' });
    // Tab passes it by until what will be billed is read.
    await expect(submit).toBeEnabled();
    await go(page, 'Tab', submit, 8);
    await press('Enter');
    await expect.poll(() => stageOf(clinic, VisitId)).toBe('submitted');
    await expect(page.getByRole('button', { name: 'Download 837P' })).toBeVisible();
    for (const stage of ['checkedIn', 'inProgress', 'billing', 'submitted']) {
      expect(await arrivalsIn(clinic, VisitId, stage)).toBe(1);
    }
  });
});

test('the first Tab offers to skip the frame, Ctrl-K finds a patient, g and a letter goes to a screen, ? tells the keys, Esc closes one layer', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('pt');
  await expect(cardOf(page, today.scheduled)).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.reload();
  await expect(cardOf(page, today.scheduled)).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the screen' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.getElementById('main')?.contains(document.activeElement))).toBe(true);
  await expect(page.locator('[data-sync-pill]')).toHaveText('Saved');
  const PatientId = await patientOf(clinic, today.scheduled);
  const [patient] = await clinic.sql<{ LastName: string; FirstName: string }>(
    `select "LastName", "FirstName" from patients where site = 'demo' and "PatientId" = $1`,
    [PatientId],
  );
  const link = cardOf(page, today.scheduled).getByRole('link');
  await go(page, 'j', link);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(link).toBeFocused();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Next step for the selected visit');
  await expect(sheet).toContainText('Close the top window');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(link).toBeFocused();

  await page.keyboard.press('m');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(link).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type(`${patient?.LastName} ${patient?.FirstName}`);
  await expect(palette.getByRole('option').first()).toContainText(patient?.LastName ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${clinic.url}/patients/${PatientId}`);
  await expect(page.getByRole('heading', { name: `${patient?.LastName}, ${patient?.FirstName}` })).toBeVisible();

  await page.keyboard.press('e');
  const drawer = page.getByRole('dialog', { name: 'Edit patient' });
  await expect(drawer.getByLabel('First name')).toBeFocused();
  const sex = drawer.getByRole('combobox', { name: 'Sex on the insurance' });
  await go(page, 'Tab', sex);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect(page.getByRole('heading', { name: 'On Deck', level: 1 })).toBeFocused();
});
