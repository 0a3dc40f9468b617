import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { launchOptions } from '../chromium.ts';
import { demoPassword, makeClinic, type Clinic } from '../clinic.ts';

export { launchOptions };

const viewport = { width: 1440, height: 900 };

type Open = { file: string; clinic: Clinic; devices: Map<string, BrowserContext> };
type Clinics = { of(file: string): Promise<Open>; devices(): BrowserContext[] };

/** Opens a tab at somebody's first screen, on a device where they signed in before; `on` names another one of theirs. */
type TabOf = (who: string, on?: string) => Promise<Page>;

/**
 * One clinic for each spec file, started by its first test and ended before the next file's. Where signing in is not
 * what a test is about, `tabOf` goes on with a device of the tests before it; a new one is `page` with `signIn`.
 */
export const test = base.extend<{ clinic: Clinic; tabOf: TabOf; tidy: void }, { clinics: Clinics }>({
  launchOptions: [launchOptions, { scope: 'worker' }],
  clinics: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      let open: Open | undefined;
      const end = async () => {
        for (const device of open?.devices.values() ?? []) await device.close();
        await open?.clinic.stop();
      };
      await use({
        async of(file) {
          if (open?.file === file) return open;
          await end();
          open = { file, clinic: await makeClinic({}, 'copied'), devices: new Map() };
          await open.clinic.start();
          return open;
        },
        devices: () => [...(open?.devices.values() ?? [])],
      });
      await end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  clinic: [async ({ clinics }, use, { file }) => use((await clinics.of(file)).clinic), { timeout: 120_000 }],
  tabOf: async ({ clinics, clinic, browser }, use, { file }) => {
    const { devices } = await clinics.of(file);
    await use(async (who, on = who) => {
      const known = devices.get(on);
      const device = known ?? (await browser.newContext({ viewport }));
      device.setDefaultTimeout(20_000);
      devices.set(on, device);
      const page = await device.newPage();
      await (known ? comeBack(page, clinic, who) : signIn(page, clinic, who));
      return page;
    });
  },
  // Pages that stay open go on asking a server that is gone, until the browser ends.
  tidy: [
    async ({ clinics, browser }, use) => {
      await use();
      const kept = clinics.devices();
      for (const context of browser.contexts()) {
        if (!kept.includes(context)) await context.close();
        else {
          await Promise.all(context.pages().map((page) => page.close()));
          await context.setOffline(false);
        }
      }
    },
    { auto: true },
  ],
});

export { expect };

/** Where somebody's work begins. */
const firstScreen = (who: string) => (who === 'super' ? '/superuser' : '/onDeck');

/** The device keeps the key while it has been used lately; otherwise it asks for the password. */
async function comeBack(page: Page, clinic: Clinic, who: string): Promise<void> {
  await page.goto(clinic.url + firstScreen(who));
  const password = page.getByLabel('Password', { exact: true });
  const menu = page.getByRole('button', { name: /account menu$/ });
  await expect(menu.or(password)).toBeVisible();
  if (await password.isVisible()) await signIn(page, clinic, who);
}

/** Signs in through the login page and waits for the work list of the device. */
export async function signIn(
  page: Page,
  clinic: Pick<Clinic, 'url'>,
  who: string,
  landsOn = firstScreen(who),
): Promise<void> {
  await page.goto(`${clinic.url}/login`);
  await page.getByLabel('Email').fill(`${who}@demo.test`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === landsOn);
  await keyIsKept(page);
}

/** The key of the open device is kept by the service worker: before it runs, a reload would ask for the password again. */
export async function keyIsKept(page: Page): Promise<void> {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
}

/** Fails with what axe found on this screen as it stands; in a part of it, or by some rules, if told. */
export async function expectAccessible(page: Page, only: { within?: string; rules?: string[] } = {}): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // No page of ours has frames, for whose sake axe would gather its findings in a page of its own.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode();
  // To tell where all that is right stands would take longer than to look at it.
  axe.options({ resultTypes: ['violations'] });
  if (only.within) axe.include(only.within);
  if (only.rules) axe.withRules(only.rules);
  const { violations, passes, inapplicable, incomplete } = await axe.analyze();
  expect(
    passes.length + inapplicable.length + incomplete.length + violations.length,
    'rules axe went by',
  ).toBeGreaterThan(0);
  const found = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  expect(found).toEqual([]);
}
