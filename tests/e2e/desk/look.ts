import type { Page } from '@playwright/test';
import { publicPageOf } from '../../../contract/public/paths.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { expectFits } from './page.ts';

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Where the pictures go that a person looks at; none are taken without it. */
const shots = process.env['SHOTS'];

const bothThemes: readonly ('dark' | 'light')[] = ['dark', 'light'];

/** In both themes axe finds nothing, in a part of the screen if told, and nothing is wider than the window. */
export async function look(page: Page, name: string, within?: string, themes = bothThemes): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const colorScheme of themes) {
    // The theme follows the device until a user chooses.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Pages for patients follow the phone by their style sheet alone.
    if (publicPageOf(new URL(page.url()).pathname) === undefined)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    // The same elements stand in both themes; only their colors differ.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
    await test.step(`${name}, ${width}, ${colorScheme}`, () =>
      expectAccessible(page, { ...(within && { within }), ...(rules && { rules }) }));
  }
  await expectFits(page);
}

/** On a phone as well as at a desk, where the page stays. What differs between the themes is looked at there. */
export async function lookEverywhere(page: Page, name: string, within?: string): Promise<void> {
  await page.setViewportSize(phone);
  await look(page, name, within, shots ? ['dark', 'light'] : ['light']);
  await page.setViewportSize(desk);
  await look(page, name, within);
}
