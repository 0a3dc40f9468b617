import type { Locator, Page } from '@playwright/test';
import type { Clinic } from '../../clinic.ts';
import { expect } from '../fixtures.ts';

const shots = process.env['SHOTS'];
export const pill = (page: Page) => page.locator('[data-sync-pill]');
export const drawer = (page: Page, name?: string | RegExp) =>
  name === undefined ? page.getByRole('dialog') : page.getByRole('dialog', { name });

export async function openDay(page: Page, clinic: Clinic, day: string): Promise<void> {
  await page.goto(`${clinic.url}/scheduling?view=day&date=${day}`);
  await expect(page.locator('[data-shown]')).toHaveAttribute('data-shown', `day ${day}`);
  await expect(page.locator('[data-event]').first()).toBeVisible();
}

/** Goes to a screen by `g` and its letter: again where the frame was not drawn yet, or the second key came too late. */
export async function goByKeys(page: Page, letter: string, there: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(there).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}

export async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Nothing may be wider than the window: a phone would have to be scrolled sideways. */
export async function expectFits(page: Page): Promise<void> {
  const { wide, window: width } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    window: window.innerWidth,
  }));
  expect(wide).toBeLessThanOrEqual(width);
}

export async function closeLayer(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
}
