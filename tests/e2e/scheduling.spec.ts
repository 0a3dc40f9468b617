import type { Page } from '@playwright/test';
import { addDays } from '../../contract/base/dates.ts';
import type { Clinic } from '../clinic.ts';
import { drawer, goByKeys, openDay as showDay, pill, shot } from './desk/page.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const boxOf = (page: Page, VisitId: string) => page.locator(`[data-event="${VisitId}"]`);
const columnOf = (page: Page, VisitId: string) =>
  page.locator('[data-column]', { has: page.locator(`[data-event="${VisitId}"]`) });

type Booked = { VisitId: string; Start: string; ProviderId: string; name: string };

/** A visit of the coming days that stands alone in its hour, so that a quarter later is free too; another one each time. */
async function someVisit(clinic: Clinic, turn: number): Promise<Booked> {
  const rows = await clinic.sql<Booked>(
    `select v."VisitId", v."Start", v."ProviderId", p."LastName" as name
     from visits v join patients p on p.site = v.site and p."PatientId" = v."PatientId"
     join sites s on s.site = v.site
     where v.site = 'demo' and v.stage in ('scheduled', 'confirmed') and v."Start" like '%:00'
       and v."Start" > to_char(now() at time zone s."TimeZone" + interval '1 day', 'YYYY-MM-DD')
       and extract(dow from left(v."Start", 10)::date) not in (0, 6)
     order by v."Start", v."VisitId" offset $1 limit 1`,
    [turn],
  );
  if (!rows[0]) throw new Error('The demo clinic has no such visit.');
  return rows[0];
}

async function startOf(clinic: Clinic, VisitId: string): Promise<string> {
  const [row] = await clinic.sql<{ Start: string }>(
    `select "Start" from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  return row?.Start ?? '';
}

async function openDay(page: Page, clinic: Clinic, day: string): Promise<void> {
  await expect(pill(page)).toHaveText('Saved');
  await showDay(page, clinic, day);
}

/** On a phone one column is shown: that of a visit is chosen. */
async function showColumnOf(page: Page, VisitId: string): Promise<void> {
  const whose = page.getByRole('combobox', { name: 'Provider column' });
  const options = await whose.locator('option').count();
  for (let at = 0; at < options && (await boxOf(page, VisitId).count()) === 0; at += 1)
    await whose.selectOption(String(at));
}

/** Takes a visit into the hand, moves it by keys and puts it down. */
async function carry(page: Page, VisitId: string, keys: string[]): Promise<void> {
  await boxOf(page, VisitId).focus();
  for (const key of ['Space', ...keys, 'Space']) await page.keyboard.press(key);
}

const later = (Start: string, minutes: number) =>
  new Date(Date.parse(`${Start}Z`) + minutes * 60_000).toISOString().slice(0, 16);

test('g s leads to the calendar; day, week and month stand in the address', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved');
  await goByKeys(page, 's', page.locator('[data-event]').first());
  await page.waitForURL(/\/scheduling/);
  await page.keyboard.press('w');
  await page.waitForURL(/view=week/);
  await expect(page.locator('[data-shown^=week]')).toBeVisible();
  await page.keyboard.press('m');
  await page.waitForURL(/view=month/);
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: /, today, .*visits?\b/ }).click();
  await page.waitForURL(/view=day/);
  await page.keyboard.press(']');
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('date')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  // The providers of a whole week are wider than a window: the day asked for stands in sight all the same.
  const day = (await someVisit(clinic, 0)).Start.slice(0, 10);
  await page.goto(`${clinic.url}/scheduling?view=week&date=${day}`);
  await expect(page.locator(`[data-column^="${day}"] [data-event]`).first()).toBeInViewport();
  await shot(page, 'week-of-day');
});

/** Beside a visit that was cancelled its time is free to be pressed. */
async function expectFreeBeside(page: Page, visit: Booked, name: string): Promise<void> {
  const box = boxOf(page, visit.VisitId);
  await box.scrollIntoViewIfNeeded();
  // Until the device has heard of it, the visit has its whole column.
  await expect(box).toContainText('Canceled');
  await shot(page, `cancelled-${name}`);
  // What is still moving is pressed beside: then nothing opens, and it is looked for again.
  await expect(async () => {
    const [inside, column] = [await box.boundingBox(), await columnOf(page, visit.VisitId).boundingBox()];
    if (!inside || !column) throw new Error('The visit is not drawn.');
    await page.mouse.click(column.x + column.width * 0.8, inside.y + 5);
    await expect(drawer(page, 'New visit')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
  await expect(drawer(page, 'New visit').getByLabel('Start')).toHaveValue(visit.Start.slice(11));
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
}

test('a visit is dragged to another hour; Escape in between leaves it; beside one that was cancelled its time is free', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  const visit = await someVisit(clinic, 1);
  await openDay(page, clinic, visit.Start.slice(0, 10));
  const box = boxOf(page, visit.VisitId);
  await box.scrollIntoViewIfNeeded();
  const from = await box.boundingBox();
  if (!from) throw new Error('The visit is not drawn.');
  const grab = async () => {
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 20);
    // 88 px an hour on a desk.
    await page.mouse.move(from.x + 30, from.y + 10 + 22, { steps: 4 });
    await expect(page.locator('[data-ghost]')).toContainText(':15');
  };
  await grab();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.locator('[data-ghost]')).toHaveCount(0);
  expect(await startOf(clinic, visit.VisitId)).toBe(visit.Start);
  await grab();
  await page.mouse.up();
  await expect.poll(() => startOf(clinic, visit.VisitId)).toBe(later(visit.Start, 15));

  // The tools of the calendar are one row, with the rail pinned.
  await page.getByRole('button', { name: 'Keep labels visible' }).click();
  await expect(page.getByRole('button', { name: 'Show icons only' })).toBeVisible();
  const tops = await page
    .getByRole('group', { name: 'View options' })
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
    );
  expect(tops.length).toBeGreaterThan(8);
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
  await page.getByRole('button', { name: 'Show icons only' }).click();
  await expect(page.getByRole('button', { name: 'Keep labels visible' })).toBeVisible();

  await clinic.sql(`update visits set stage = 'cancelled' where site = 'demo' and "VisitId" = $1`, [visit.VisitId]);
  await expectFreeBeside(page, { ...visit, Start: later(visit.Start, 15) }, 'desk');
});

test('without the network a visit is moved and waits; with it the server has it, and days far away come from there', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  const visit = await someVisit(clinic, 2);
  await openDay(page, clinic, visit.Start.slice(0, 10));
  await page.context().setOffline(true);
  await carry(page, visit.VisitId, ['ArrowDown']);
  await expect(boxOf(page, visit.VisitId)).toContainText('waiting to be sent');
  await expect(pill(page)).toHaveText('Offline, 1 waiting');
  await page.reload();
  await expect(boxOf(page, visit.VisitId)).toContainText('waiting to be sent');
  await page.goto(`${clinic.url}/scheduling?view=day&date=2031-03-03`);
  await expect(page.getByText('These days are not on this device')).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => startOf(clinic, visit.VisitId)).toBe(later(visit.Start, 15));
  // A working day that no device holds yet: 29 weeks after one with visits.
  const [row] = await clinic.sql<{ Start: string }>(
    `select min("Start") as "Start" from visits where site = 'demo'
     and extract(isodow from left("Start", 10)::date) = 3 and "Start" > to_char(now(), 'YYYY-MM-DD')`,
  );
  const day = addDays(row?.Start.slice(0, 10) ?? '', 203);
  await page.goto(`${clinic.url}/scheduling?view=day&date=${day}`);
  await expect(page.getByText('You see the server’s data')).toBeVisible();
  await expect(page.locator('[data-column]').first()).toBeVisible();
});

test('a phone shows one provider at a time, chosen without a swipe', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await page.setViewportSize({ width: 390, height: 844 });
  const visit = await someVisit(clinic, 3);
  await openDay(page, clinic, visit.Start.slice(0, 10));
  await expect(page.locator('[data-column]')).toHaveCount(1);
  const whose = page.getByRole('combobox', { name: 'Provider column' });
  await page.getByRole('button', { name: 'Next column' }).click();
  await expect(whose).toHaveValue('1');
  const pressed = ['Next column', 'Previous column', 'Next day', 'More', 'New visit'];
  const controls = pressed.map((name) => page.getByRole('button', { name, exact: true }));
  for (const control of [...controls, page.getByRole('combobox', { name: 'View', exact: true })]) {
    const size = await control.boundingBox();
    expect([String(control), Math.round(size?.height ?? 0) >= 44]).toEqual([String(control), true]);
  }
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: window.innerWidth,
  }));
  expect(wide).toBeLessThanOrEqual(room);
  await expectAccessible(page);
  await showColumnOf(page, visit.VisitId);
  await expect(columnOf(page, visit.VisitId)).toBeVisible();
  await clinic.sql(`update visits set stage = 'cancelled' where site = 'demo' and "VisitId" = $1`, [visit.VisitId]);
  await expectFreeBeside(page, visit, 'phone');
});

test('on a phone the count of each day of a month is below its figure, whole, and leads to the day', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await page.setViewportSize({ width: 390, height: 844 });
  const { Start } = await someVisit(clinic, 3);
  const day = Start.slice(0, 10);
  await page.goto(`${clinic.url}/scheduling?view=month&date=${day}`);
  const box = page.locator(`[data-day="${day}"]`);
  await expect(box.getByText(/^\d+ visits?$/)).toBeVisible();
  const misplaced = await page.locator('[data-day]').evaluateAll((days) =>
    days.flatMap((each) => {
      const [figure, count] = [...each.querySelectorAll('span')].filter((part) => /^\d/.test(part.textContent));
      if (!figure || !count) return [];
      const [above, below, room] = [figure, count, each].map((part) => part.getBoundingClientRect());
      const fits = below!.top >= above!.bottom && below!.left >= room!.left && below!.right <= room!.right;
      return fits ? [] : [each.getAttribute('data-day')];
    }),
  );
  expect(misplaced).toEqual([]);
  await box.click();
  await expect(page).toHaveURL(new RegExp(`view=day&date=${day}`));
  await expect(page.locator('[data-column]').first()).toBeVisible();
});
