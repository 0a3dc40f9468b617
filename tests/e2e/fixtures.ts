import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { launchOptions } from '../chromium.ts';
import { demoPassword, makeClinic, type Clinic } from '../clinic.ts';

export { launchOptions };

type Clinics = { of(file: string): Promise<Clinic> };

/** One clinic for each spec file, started by its first test and ended before the next file's; a signed-in page by `signIn`. */
export const test = base.extend<{ clinic: Clinic }, { clinics: Clinics }>({
  launchOptions: [launchOptions, { scope: 'worker' }],
  clinics: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      let open: { file: string; clinic: Clinic } | undefined;
      await use({
        async of(file) {
          if (open?.file === file) return open.clinic;
          await open?.clinic.stop();
          open = { file, clinic: await makeClinic({}, 'copied') };
          await open.clinic.start();
          return open.clinic;
        },
      });
      await open?.clinic.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  clinic: [async ({ clinics }, use, { file }) => use(await clinics.of(file)), { timeout: 120_000 }],
});

export { expect };

/** Signs in through the login page and waits for the work list of the device. */
export async function signIn(page: Page, clinic: Pick<Clinic, 'url'>, who: string, landsOn = '/onDeck'): Promise<void> {
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
