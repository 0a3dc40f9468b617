import { busyDay, chooseProvider, customDays } from './desk/away.ts';
import { openDay, pill } from './desk/page.ts';
import { expect, expectAccessible, inMotion, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

test('days are held in a queue, by keys too; leaving asks; saved they are custom days of every date', async ({
  tabOf,
  clinic,
}) => {
  const busy = await busyDay(clinic);
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved');
  await openDay(page, clinic, busy.day);
  await page.keyboard.press('e');
  const bar = page.getByRole('region', { name: 'Editing schedules' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Change days' }).click();
  const drawer = page.getByRole('dialog', { name: 'Day hours' });
  await chooseProvider(page, busy.name);
  const last = new Date(Date.parse(`${busy.day}T00:00Z`) + 20 * 86_400_000).toISOString().slice(0, 10);
  const typed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
  await drawer.getByLabel('Last day').fill(typed(last));
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await drawer.getByRole('button', { name: day, exact: true }).click();
  await drawer.getByRole('button', { name: 'Add to pending changes' }).click();
  await expect(drawer.getByText('None of these days is on a weekday you chose.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Tuesday', exact: true }).click();
  await drawer.getByText('Off', { exact: true }).click();
  await drawer.getByLabel('Reason').fill('Teaches');
  await drawer.getByRole('button', { name: 'Add to pending changes' }).click();
  await expect(bar.getByRole('button', { name: '3 days not saved' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Patients' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/\/scheduling/);
  await bar.getByRole('button', { name: '3 days not saved' }).click();
  await page
    .getByRole('button', { name: /^Discard .* of / })
    .first()
    .click();
  await page.keyboard.press('Escape');
  expect(await customDays(clinic, busy.ProviderId)).not.toContainEqual(expect.objectContaining({ Note: 'Teaches' }));
  await bar.getByRole('button', { name: 'Save 2 days' }).click();
  await expect(pill(page)).toHaveText('Saved');
  await expect
    .poll(async () => (await customDays(clinic, busy.ProviderId)).filter(({ Note }) => Note === 'Teaches').length)
    .toBe(2);

  await page.locator('[role=application]').getByRole('button').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await drawer.getByText('Off', { exact: true }).click();
  await drawer.getByRole('button', { name: 'Add to pending changes' }).click();
  await page.getByRole('link', { name: 'Patients' }).click();
  await question.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page).toHaveURL(/\/patients/);
});

test('a meeting is booked at a free time, carried by keys, changed and removed', async ({ tabOf, clinic }) => {
  const busy = await busyDay(clinic);
  const page = await tabOf('front');
  await inMotion(page);
  await expect(pill(page)).toHaveText('Saved');
  await openDay(page, clinic, busy.day);
  const rows = () =>
    clinic.sql<{ Start: string; End: string }>(
      `select "Start", "End" from non_patient_visits where site = 'demo' and "Title" = 'Supervision'`,
    );
  await page.locator('[role=application]').getByRole('button').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add a block instead' }).click();
  const drawer = page.getByRole('dialog', { name: 'New block' });
  await drawer.getByRole('combobox', { name: 'Block type' }).click();
  await page.getByRole('option', { name: 'Team meeting' }).click();
  await drawer.getByLabel('Title').fill('Supervision');
  await expectAccessible(page, { within: '[role=dialog]' });
  await drawer.getByLabel('Start').fill('07:00');
  await drawer.getByLabel('Minutes').fill('30');
  await drawer.getByRole('button', { name: 'Add block' }).click();
  await expect(drawer).toBeHidden();
  await expect.poll(rows).toEqual([{ Start: `${busy.day}T07:00`, End: `${busy.day}T07:30` }]);

  const box = page.getByRole('button', { name: /Supervision/ });
  await box.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(rows).toEqual([{ Start: `${busy.day}T07:00`, End: `${busy.day}T07:45` }]);
  // The box is drawn anew with its new length, and gets the focus back.
  await expect(box).toContainText('7:00 AM');
  await expect(pill(page)).toHaveText('Saved');
  await box.focus();
  await expect(box).toBeFocused();
  await page.keyboard.press('Enter');
  const known = page.getByRole('dialog', { name: 'Supervision' });
  await known.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(rows).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(rows).toHaveLength(1);
});
