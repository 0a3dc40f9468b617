import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { testLaunchOptions as launchOptions } from '../chromium.ts';
import { demoPassword, fixedPort, makeClinic, type Clinic } from '../clinic.ts';
import { devicePort, machinesAt, type Machines } from './machines.ts';
import { lastShown, whatIsShown } from './shown.ts';

export { launchOptions };

type Open = { file: string; clinic: Clinic; devices: Map<string, BrowserContext> };
type Clinics = { of(file: string): Promise<Open>; devices(): BrowserContext[]; machines: Machines };

/**
 * Opens a tab at somebody's first screen, on a device where they signed in before; `on` names another one of theirs,
 * `moved` one whose clock the tests move.
 */
type TabOf = (who: string, on?: string, clock?: 'real' | 'moved') => Promise<Page>;

type Fixtures = {
  clinic: Clinic;
  tabOf: TabOf;
  /** Opens a page of a machine on which nobody is known. */
  elsewhere: () => Promise<Page>;
  tidy: void;
};

/**
 * One clinic for each spec file, started by its first test and ended before the next file's; all of a worker's stand
 * at one address. Where signing in is not what a test is about, `tabOf` goes on with a device of the tests before it.
 * A machine is `elsewhere`; `page` is that of a browser that was never here.
 */
export const test = base.extend<Fixtures, { clinics: Clinics }>({
  launchOptions: [launchOptions, { scope: 'worker' }],
  clinics: [
    async ({ browser }, use) => {
      const port = await fixedPort();
      const machines = machinesAt(browser, [`http://localhost:${port}`, `http://localhost:${await devicePort()}`]);
      let open: Open | undefined;
      const end = async () => {
        for (const device of open?.devices.values() ?? [])
          await (machines.knows(device) ? machines.giveBack(device) : device.close());
        await open?.clinic.stop();
        open = undefined;
      };
      await use({
        machines,
        devices: () => [...(open?.devices.values() ?? [])],
        async of(file) {
          if (open?.file === file) return open;
          await end();
          open = { file, clinic: await makeClinic({ PORT: String(port) }, 'copied'), devices: new Map() };
          await open.clinic.start();
          return open;
        },
      });
      await open?.clinic.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  clinic: [async ({ clinics }, use, { file }) => use((await clinics.of(file)).clinic), { timeout: 120_000 }],
  tabOf: async ({ clinics, clinic, browser }, use, { file }) => {
    const { devices } = await clinics.of(file);
    await use(async (who, on = who, clock = 'real') => {
      const known = devices.get(on);
      const device = known ?? (await (clock === 'real' ? clinics.machines.take() : withClock(browser)));
      devices.set(on, device);
      const page = await device.newPage();
      await (known ? comeBack(page, clinic, who) : signIn(page, clinic, who));
      return page;
    });
  },
  elsewhere: async ({ clinics }, use) => use(async () => (await clinics.machines.take()).newPage()),
  // Pages that stay open go on asking a server that is gone, until the browser ends.
  tidy: [
    async ({ clinics: { machines, devices }, browser }, use, info) => {
      lastShown.length = 0;
      await use();
      if (info.status !== info.expectedStatus)
        info.errors.unshift(...lastShown, ...(await whatIsShown(browser.contexts())));
      for (const context of browser.contexts()) {
        if (devices().includes(context)) {
          await Promise.all(context.pages().map((page) => page.close()));
          await context.setOffline(false);
        } else if (!machines.knows(context)) await context.close();
        else if (!machines.isIdle(context)) await machines.giveBack(context);
      }
    },
    { auto: true },
  ],
});

export { expect };

async function withClock(browser: Browser): Promise<BrowserContext> {
  const device = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  device.setDefaultTimeout(20_000);
  await device.clock.install();
  return device;
}

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
  await typeEmail(page, `${who}@demo.test`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === landsOn);
  await keyIsKept(page);
}

/**
 * Into the form of the sign-in, which fills in whom the device knows. Playwright empties a field and types in two steps:
 * the address of the form may come between them.
 */
export async function typeEmail(page: Page, email: string): Promise<void> {
  const field = page.getByLabel('Email');
  await expect(async () => {
    await field.fill(email);
    await expect(field).toHaveValue(email, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
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

/** As for who has not asked for less motion: most tests go without, because every click waits for what moves. */
export const inMotion = (page: Page): Promise<void> => page.emulateMedia({ reducedMotion: 'no-preference' });
