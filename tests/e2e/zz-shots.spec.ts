import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { drawer, pill } from './desk/page.ts';
import { test } from './fixtures.ts';
test.describe.configure({ timeout: 400_000 });
const { today } = cast.visits;
const shoot = async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(250);
    await page.screenshot({ path: `/tmp/g2-shots/${name}-${page.viewportSize()?.width}-${colorScheme}.png` });
  }
};
const tryIt = async (what: () => Promise<void>) => what().catch((e: unknown) => console.log(String(e).slice(0, 300)));
for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844 }])
  test(`shots ${size.width}`, async ({ tabOf, clinic }) => {
    const page = await tabOf('admin');
    page.setDefaultTimeout(8000);
    await page.setViewportSize(size);
    await page.goto(`${clinic.url}/onDeck`);
    await pill(page).waitFor().catch(() => undefined);
    await page.locator('[data-visit]').first().waitFor();
    await tryIt(async () => { await page.waitForTimeout(1500); await shoot(page, 'onDeck'); });
    await tryIt(async () => { await page.goto(`${clinic.url}/patients`); await page.waitForTimeout(1500); await shoot(page, 'patients'); });
    await tryIt(async () => {
      await page.goto(`${clinic.url}/scheduling`);
      await page.locator('[data-event]').first().waitFor();
      if (size.width > 1000) await page.getByRole('button', { name: 'Keep labels visible' }).click().catch(() => undefined);
      await page.waitForTimeout(500);
      await shoot(page, 'calendar');
      const tools = await page.getByRole('group', { name: 'View options' }).boundingBox();
      console.log('toolbar', size.width, JSON.stringify(tools));
    });
    await tryIt(async () => {
      await page.goto(`${clinic.url}/scheduling`);
      await page.locator('[data-event]').first().waitFor();
      await page.keyboard.press('n');
      const form = drawer(page, 'New visit');
      await form.getByRole('button', { name: 'New patient' }).waitFor();
      await page.waitForTimeout(800);
      await shoot(page, 'booking');
      await form.getByRole('button', { name: 'New patient' }).click();
      const who = drawer(page, 'New patient');
      await who.getByRole('textbox', { name: 'First name' }).fill('John');
      await who.getByRole('textbox', { name: 'Last name' }).fill('Rivers');
      await who.getByRole('textbox', { name: 'Birth date' }).fill('01011990');
      await who.getByRole('combobox', { name: 'Sex on the insurance' }).click();
      await page.getByRole('option', { name: 'Male', exact: true }).click();
      await page.waitForTimeout(300);
      await shoot(page, 'booking-new-patient');
      await who.getByRole('button', { name: 'Create patient' }).click();
      await page.waitForTimeout(2500);
      await shoot(page, 'booking-after-new');
      await form.getByRole('button', { name: 'New case' }).click();
      await page.waitForTimeout(800);
      await shoot(page, 'booking-new-case');
    });
    await tryIt(async () => {
      await page.goto(`${clinic.url}/scheduling`);
      await page.locator(`[data-event="${today.scheduled}"]`).click();
      await page.waitForTimeout(1500);
      await shoot(page, 'visit-drawer');
    });
    for (const [name, path] of [['settings', '/company/settings'], ['rules', '/company/payerDefaultRules'], ['facilities', '/company/facilities']] as const)
      await tryIt(async () => {
        await page.goto(clinic.url + path);
        await page.waitForTimeout(1500);
        await shoot(page, name);
        if (name === 'facilities') {
          await page.getByRole('main').getByRole('button', { name: /Harborview/ }).first().click();
          await page.getByLabel(/^Discipline of/).first().scrollIntoViewIfNeeded();
          await page.waitForTimeout(600);
          await shoot(page, 'facility');
        }
      });
  });
