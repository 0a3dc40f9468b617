import type { Locator, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { goAsLink } from './addresses.ts';
import { phone } from './desk/look.ts';
import { drawer, pill } from './desk/page.ts';
import { expect, inMotion, test } from './fixtures.ts';

test.describe.configure({ timeout: 180_000 });

const sizes = [{ width: 1440, height: 900 }, { width: 1280, height: 720 }, phone];

/** Wholly within the window, and nothing over it. */
async function expectInSight(page: Page, panel: Locator): Promise<void> {
  await expect(panel).toBeVisible();
  await expect
    .poll(() =>
      panel.evaluate((shown) => {
        const { left, top, right, bottom, width, height } = shown.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return {
          isInside: left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight,
          isOnTop: over !== null && shown.contains(over),
        };
      }),
    )
    .toEqual({ isInside: true, isOnTop: true });
}

test('the calendars and lists of a drawer open within the window, and its first field has the focus', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await inMotion(page);
  await expect(pill(page)).toHaveText('Saved');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto(`${clinic.url}/patients/${cast.patients.noCase}`);
    await page.getByRole('button', { name: 'New case' }).click();
    const form = drawer(page, 'New case');
    await expect(form.getByRole('textbox', { name: 'Case name' })).toBeFocused();
    const days = await form.getByRole('button', { name: 'Open calendar' }).all();
    expect(days.length).toBeGreaterThan(1);
    for (const day of days) {
      await day.click();
      await expectInSight(page, page.getByRole('dialog', { name: 'Calendar' }));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Calendar' })).toHaveCount(0);
      await expect(day).toBeFocused();
    }
    const choices = await form.getByRole('combobox').all();
    expect(choices.length).toBeGreaterThan(2);
    for (const choice of choices) {
      await choice.click();
      await expectInSight(page, page.getByRole('listbox'));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('listbox')).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
  }
});

test('on a phone those of a rule for online scheduling open within the window too', async ({ tabOf }) => {
  const page = await tabOf('admin');
  await inMotion(page);
  await page.setViewportSize(phone);
  await goAsLink(page, '/company/onlineScheduling');
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = drawer(page, 'New online booking rule');
  await expect(form.getByRole('switch', { name: 'Book online' })).toBeFocused();
  for (const name of ['Facility', 'Bookable by', 'Providers']) {
    await form.getByRole('combobox', { name }).click();
    await expectInSight(page, page.getByRole('listbox'));
    if (name === 'Facility') await page.getByRole('option').first().click();
    else await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
});

test('that there is no network moves nothing of a screen, and is said where there is room', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('front');
  await page.goto(`${clinic.url}/patients/${cast.patients.noCase}`);
  await expect(pill(page)).toHaveText('Saved');
  const parts = [
    page.locator('main'),
    page.getByRole('tab', { name: 'Overview' }),
    page.getByRole('tab', { name: 'Visits' }),
  ];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const places = () => Promise.all(parts.map((part) => part.boundingBox()));
    const online = await places();
    await page.context().setOffline(true);
    await expect(pill(page)).toHaveText('Offline');
    const words = page.getByText('You are offline. Keep working.');
    await expect(words).toHaveCount(1);
    expect(await places()).toEqual(online);
    const { x = 0, width: long = 0 } = (await pill(page).boundingBox()) ?? {};
    expect(x + long).toBeGreaterThan(size.width - 24);
    const { width = 0 } = (await words.boundingBox()) ?? {};
    // Whole, or for readers of screens alone: never the first letter and dots.
    if (size.width < 768) expect(width).toBeLessThanOrEqual(1);
    else expect(await words.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
    await page.context().setOffline(false);
    await expect(pill(page)).toHaveText('Saved');
  }
});

test('the line under the tabs of a chart goes on where they scroll', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await page.setViewportSize(phone);
  await page.goto(`${clinic.url}/patients/${cast.patients.noCase}`);
  await page.getByRole('tab', { name: 'Overview' }).click();
  const list = page.getByRole('tablist');
  await expect(list).toBeVisible();
  const line = await list.evaluate((row) => {
    row.scrollLeft = row.scrollWidth;
    const before = getComputedStyle(row, '::before');
    return {
      isScrolled: row.scrollLeft > 0,
      // Of the row itself: what is drawn in it scrolls with the tabs.
      isOfRow: getComputedStyle(row).boxShadow.includes('inset') && before.display === 'none',
    };
  });
  expect(line).toEqual({ isScrolled: true, isOfRow: true });
});
