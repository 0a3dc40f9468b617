import type { Page } from '@playwright/test';
import { demoPassword } from '../clinic.ts';
import { busyDay, chooseProvider, customDays } from './desk/away.ts';
import { openDay, pill } from './desk/page.ts';
import { expect, expectAccessible, inMotion, signIn, test } from './fixtures.ts';

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

/** What comes back waits until the watch over the session has begun anew: it tells the other tabs, and comes late. */
async function hearWatch(page: Page): Promise<() => Promise<void>> {
  let begun = 0;
  await page.exposeFunction('watchBegins', () => (begun += 1));
  await page.addInitScript(() => {
    const own = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = function (message: { kind?: string }) {
      if (this.name.startsWith('mainstay-use:') && message.kind === 'obtained')
        (window as unknown as { watchBegins(): void }).watchBegins();
      own.call(this, message);
    };
  });
  return async () => {
    await expect.poll(() => begun).toBeGreaterThan(0);
    begun = 0;
  };
}

test('what is held outlives a lock, and is gone once it is given up', async ({ context, page, clinic }) => {
  const busy = await busyDay(clinic);
  await context.clock.install();
  await signIn(page, clinic, 'front');
  await expect(pill(page)).toHaveText('Saved');
  const isWatched = await hearWatch(page);
  await openDay(page, clinic, busy.day);
  const bar = page.getByRole('region', { name: 'Editing schedules' });
  const isHeld = bar.getByRole('button', { name: '1 day not saved' });
  async function lockAndUnlock(): Promise<void> {
    await isWatched();
    await context.clock.fastForward('41:00');
    await expect(page.getByText(/^Locked after 40 minutes without activity/)).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.locator('[data-event]').first()).toBeVisible();
  }
  await page.keyboard.press('e');
  await bar.getByRole('button', { name: 'Change days' }).click();
  await chooseProvider(page, busy.name);
  const drawer = page.getByRole('dialog', { name: 'Day hours' });
  await drawer.getByText('Off', { exact: true }).click();
  await drawer.getByRole('button', { name: 'Add to pending changes' }).click();
  await expect(isHeld).toBeVisible();
  await lockAndUnlock();
  await expect(isHeld).toBeVisible();
  await bar.getByRole('button', { name: 'Discard and leave' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(bar).toBeHidden();
  await lockAndUnlock();
  await expect(bar).toBeHidden();
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

test('rooms, rules of visit types and a holiday are written by an administrator and hold in the calendar', async ({
  tabOf,
  clinic,
}) => {
  const [place] = await clinic.sql<{ FacilityId: string; name: string; day: string }>(
    `select "FacilityId", coalesce("LastName", "FirstName") as name,
       to_char(now() at time zone "TimeZone" + interval '40 days', 'YYYY-MM-DD') as day
     from facilities where site = 'demo' and not "Inactive" order by 2 limit 1`,
  );
  if (!place) throw new Error('The demo clinic has no facility.');
  const page = await tabOf('admin');
  await expect(pill(page)).toHaveText('Saved');
  await page.goto(`${clinic.url}/company/facilities/${place.FacilityId}`);
  const drawer = page.getByRole('dialog', { name: place.name });
  await drawer.getByRole('button', { name: 'Add a room' }).click();
  await drawer
    .getByLabel(/^Name of room/)
    .last()
    .fill('Pool');
  await drawer.getByLabel('Max visits in Pool').fill('0');
  await drawer.getByLabel('Minutes of PT Follow-up').fill('30');
  await drawer.getByRole('combobox', { name: 'Whether PT Follow-up can overlap another visit' }).click();
  await page.getByRole('option', { name: 'Never' }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Enter 1 to 60.')).toBeVisible();
  await drawer.getByLabel('Max visits in Pool').fill('4');
  await expectAccessible(page, { within: '[role=dialog]' });
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  const [row] = await clinic.sql<{ rooms: unknown[]; visit_types: { Name: string }[] }>(
    `select rooms, visit_types from facilities where site = 'demo' and "FacilityId" = $1`,
    [place.FacilityId],
  );
  expect(row?.rooms).toContainEqual(expect.objectContaining({ Name: 'Pool', Capacity: 4, Inactive: false }));
  expect(row?.visit_types).toContainEqual(
    expect.objectContaining({ Name: 'PT Follow-up', Minutes: 30, Overlap: 'no' }),
  );

  await page.getByRole('button', { name: 'New holiday' }).click();
  const holiday = page.getByRole('dialog', { name: 'New holiday' });
  await holiday.getByLabel('Name').fill('Harbour day');
  await holiday
    .getByRole('textbox', { name: 'Day' })
    .fill(`${place.day.slice(5, 7)}/${place.day.slice(8)}/${place.day.slice(0, 4)}`);
  await expectAccessible(page, { within: '[role=dialog]' });
  await holiday.getByRole('button', { name: 'Add holiday' }).click();
  await expect(page.getByRole('table', { name: 'Holidays' }).getByRole('row', { name: /Harbour day/ })).toContainText(
    'Every facility',
  );
  await expectAccessible(page);
});
