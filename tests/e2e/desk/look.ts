import type { Page } from '@playwright/test';
import { publicPageOf } from '../../../contract/public/paths.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { oneWay } from '../walks.ts';
import { expectFits } from './page.ts';

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Where the pictures go that a person looks at; none are taken without it. */
const shots = process.env['SHOTS'];

type Theme = 'dark' | 'light';
/** Pictures are taken of everything. */
const some = <T>(name: string, ways: readonly T[]) => (shots ? ways : oneWay(name, ways));

/**
 * Axe finds nothing, in a part of the screen if told, in the theme of this commit or in both (`walks.ts`), and nothing
 * is wider than the window. The page is left light.
 */
export async function look(
  page: Page,
  name: string,
  within?: string,
  themes: readonly Theme[] = some<Theme>(name, ['dark', 'light']),
): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const colorScheme of themes) {
    // The theme follows the device until a user chooses.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Pages for patients follow the phone by their style sheet alone.
    if (publicPageOf(new URL(page.url()).pathname) === undefined)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    // The same elements stand in both themes; only their colors differ.
    const rules = colorScheme === 'dark' && themes.includes('light') ? ['color-contrast'] : undefined;
    await test.step(`${name}, ${width}, ${colorScheme}`, () =>
      expectAccessible(page, { ...(within && { within }), ...(rules && { rules }) }));
  }
  if (!themes.includes('light')) await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectFits(page);
}

/**
 * On a phone as well as at a desk, where the page stays: it fits into both, and axe looks at one of them in one theme by
 * commit. What differs between the themes is looked at at the desk.
 */
export async function lookEverywhere(page: Page, name: string, within?: string): Promise<void> {
  const ways = some(name, ['phone', 'dark', 'light'] as const);
  await page.setViewportSize(phone);
  if (ways.includes('phone')) await look(page, name, within, shots ? ['dark', 'light'] : ['light']);
  else await expectFits(page);
  await page.setViewportSize(desk);
  const themes = ways.filter((way) => way !== 'phone');
  if (themes.length > 0) await look(page, name, within, themes);
  else await expectFits(page);
}
